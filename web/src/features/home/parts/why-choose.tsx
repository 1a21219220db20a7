import { productName } from '@prankpost/contracts/constants'
import { Picture } from '../../../components/picture.tsx'

const points = [
  {
    picture: 'disguise',
    title: 'Totally Anonymous',
    text: 'Plain parcel, without your name or address. Your secret stays with us.',
    colour: 'bg-mint',
  },
  {
    picture: 'rocket',
    title: 'Fast, Free Shipping',
    text: 'Orders are processed within 24 hours and shipped free anywhere in the US.',
    colour: 'bg-sky',
  },
  {
    picture: 'laugh',
    title: 'Harmless Fun',
    text: 'Nobody gets hurt, except perhaps their pride. Every prank is safe and silly.',
    colour: 'bg-sun',
  },
]

/** Three reasons to choose the store. */
export function WhyChoose() {
  return (
    <section aria-labelledby="why" className="page mt-16">
      <h2 id="why" className="text-center text-4xl sm:text-5xl">
        Why Choose {productName}?
      </h2>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {points.map(({ picture, title, text, colour }) => (
          <li key={title} className={`panel ${colour} flex flex-col items-center gap-2 p-6 text-center`}>
            <Picture name={`scene-${picture}`} width={112} shownAt={96} />
            <h3 className="mt-1 text-2xl">{title}</h3>
            <p className="font-semibold">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
