import type { Prank } from '@prankpost/contracts/prank'
import { Link } from 'wouter'
import { PrankPicture, prankColour } from '../../../components/picture.tsx'
import { prankPath } from '../../../lib/paths.ts'
import { PickedMark } from './picked-mark.tsx'

interface PrankCardProps {
  prank: Prank
  price: string
  isPicked: boolean
  disabled: boolean
  onToggle: () => void
  onDescribe: () => void
  onPreload: () => void
}

/** A prank as a postage stamp; a click selects it, a second click deselects it. */
export function PrankCard({
  prank,
  price,
  isPicked,
  disabled,
  onToggle,
  onDescribe,
  onPreload,
}: PrankCardProps) {
  const onDark = prank.image === 'glitter'
  return (
    <div
      className={`stamp-frame group relative motion-safe:hover:-translate-y-1 ${isPicked ? '-translate-y-1 -rotate-2' : ''}`}
    >
      <div className="stamp p-3.5">
        <button
          type="button"
          aria-pressed={isPicked}
          disabled={disabled || prank.soldOut}
          onClick={onToggle}
          className={`block w-full text-left focus-visible:outline-offset-[-3px] ${prank.soldOut ? 'disabled:cursor-not-allowed' : 'disabled:cursor-progress'}`}
        >
          <span
            className={`rays relative grid h-[168px] place-items-center overflow-hidden rounded-lg border-2 border-ink ${prankColour(prank.image)}`}
          >
            <PrankPicture
              image={prank.image}
              picture={prank.picture}
              size={112}
              className="mt-4 transition-transform group-hover:scale-110 group-hover:rotate-3"
            />
            <span
              className={`absolute top-1.5 right-2.5 font-display text-2xl ${onDark ? 'text-white' : 'text-ink'}`}
            >
              {price}
            </span>
            {prank.soldOut && (
              <span className="absolute inset-x-0 bottom-0 bg-ink py-1 text-center font-extrabold text-white">
                Sold out
              </span>
            )}
          </span>
          <span className="mt-2.5 flex h-[52px] items-center justify-center text-center font-display text-[1.3rem] leading-[1.15]">
            {prank.name}
          </span>
        </button>
        {prank.slug !== undefined && (
          <Link
            to={prankPath(prank.slug)}
            aria-label={`Details of ${prank.name}`}
            className="tap absolute top-5 left-5 rounded-full border-2 border-ink bg-card px-2.5 font-extrabold text-xs leading-6 hover:bg-sun focus-visible:outline-offset-1"
          >
            Details
          </Link>
        )}
        <button
          type="button"
          aria-label={`View Description of ${prank.name}`}
          onClick={onDescribe}
          onPointerEnter={onPreload}
          onFocus={onPreload}
          className="tap mx-auto block min-h-8 rounded-full px-2 font-extrabold text-grape text-sm underline decoration-2 underline-offset-4 hover:text-grape-deep focus-visible:outline-offset-[-2px]"
        >
          View Description
        </button>
      </div>
      {isPicked && <PickedMark />}
    </div>
  )
}
