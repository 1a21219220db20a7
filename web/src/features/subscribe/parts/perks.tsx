import { Picture } from '../../../components/picture.tsx'

const perks = [
  {
    picture: 'die',
    title: 'Random pranks, random targets',
    text: 'Not even you know who is next, or what hits them.',
  },
  {
    picture: 'rocket',
    title: 'Automatic monthly deliveries',
    text: 'Add your targets once. We do the rest, every month.',
  },
  {
    picture: 'disguise',
    title: '100% anonymous',
    text: 'Plain parcels without your name. Your secret is safe.',
  },
  { picture: 'gift', title: 'Free shipping', text: 'Anywhere in the US, on every parcel.' },
  {
    picture: 'trophy',
    title: 'Achievements',
    text: 'Every shipped prank counts, and a plan unlocks its own.',
  },
  { picture: 'mailbox', title: 'Cancel anytime', text: 'One click in your dashboard, and it ends at once.' },
]

/** The benefits of a plan. */
export function Perks() {
  return (
    <section aria-labelledby="perks">
      <h2 id="perks" className="mb-5 text-3xl sm:text-4xl">
        What You Get
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {perks.map(({ picture, title, text }) => (
          <li key={title} className="panel flex items-center gap-4 p-4">
            <Picture name={`scene-${picture}`} width={112} shownAt={64} eager className="shrink-0" />
            <div>
              <h3 className="text-xl">{title}</h3>
              <p className="mt-0.5 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
