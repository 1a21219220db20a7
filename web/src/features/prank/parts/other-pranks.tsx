import { dollars, priceCents } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { PrankPicture, prankColour } from '../../../components/picture.tsx'
import { prankPath } from '../../../lib/paths.ts'
import { pranksQuery } from '../../../lib/pranks.ts'

const maxShown = 10

/** Links to the other pranks on sale; nothing while they are unknown. */
export function OtherPranks({ than }: { than?: string }) {
  const { data = [] } = useQuery(pranksQuery)
  const others = data.filter(({ id, slug }) => id !== than && slug !== undefined).slice(0, maxShown)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="others" className="mt-12 sm:mt-16">
      <h2 id="others" className="text-3xl sm:text-4xl">
        More Mischief
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {others.map(({ id, slug = '', name, image, picture, price, soldOut }) => (
          <li key={id}>
            <Link
              to={prankPath(slug)}
              className="panel group flex h-full flex-col overflow-hidden transition-transform motion-safe:hover:-translate-y-1"
            >
              <span
                className={`rays grid h-28 place-items-center border-ink border-b-[2.5px] ${prankColour(image)}`}
              >
                <PrankPicture
                  image={image}
                  picture={picture}
                  size={80}
                  className="transition-transform group-hover:scale-110 group-hover:rotate-3"
                  lazy
                />
              </span>
              <span className="flex flex-1 flex-col gap-1 p-3">
                <span className="break-words font-display text-lg leading-tight">{name}</span>
                <span className="mt-auto font-bold text-ink-soft tabular-nums">
                  {soldOut ? 'Sold out' : dollars(priceCents(price))}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
