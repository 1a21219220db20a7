import type { DrawnPrank } from '@prankpost/contracts/subscription'
import { formatDate } from '@prankpost/web-kit'
import { Shuffle } from 'lucide-react'
import { Badge } from '../../../components/badge.tsx'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { PrankPicture, prankColour } from '../../../components/picture.tsx'

interface DrawnCardProps {
  drawn: DrawnPrank
  isSwapping: boolean
  /** Some prank is being swapped: one at a time. */
  isBusy: boolean
  onSwap: () => void
}

/** One prank of the month: what, to whom and why, and whether it is shipped or can be swapped. */
export function DrawnCard({ drawn, isSwapping, isBusy, onSwap }: DrawnCardProps) {
  const { prank, contact, why } = drawn
  return (
    <li className="flex min-h-[11.5rem] flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border-2 border-ink bg-card p-3 sm:min-h-[6.5rem] sm:flex-nowrap">
      <div
        className={`grid size-[4.5rem] shrink-0 place-items-center rounded-xl border-2 border-ink ${prankColour(prank.image)}`}
      >
        <PrankPicture image={prank.image} size={56} />
      </div>
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h3 className="text-xl">{prank.name}</h3>
        <p className="font-extrabold">
          {contact ? `For ${contact.name} in ${contact.city}, ${contact.state}` : 'No target yet'}
        </p>
        <p className="text-ink-soft">{why}</p>
      </div>
      <div className="grid w-full shrink-0 justify-items-center gap-1 text-center sm:w-44">
        <State drawn={drawn} isSwapping={isSwapping} isBusy={isBusy} onSwap={onSwap} />
      </div>
    </li>
  )
}

function State({ drawn, isSwapping, isBusy, onSwap }: DrawnCardProps) {
  const { prank, contact, canSwap, shippedAt } = drawn
  if (shippedAt) return <Badge tone="green">Shipped {formatDate(shippedAt)}</Badge>
  if (!contact) {
    return (
      <ButtonLink wide variant="primary" to="/dashboard?tab=targets">
        Add a Target
      </ButtonLink>
    )
  }
  return (
    <>
      <Button
        wide
        aria-label={`Swap ${prank.name} for ${contact.name}`}
        busy={isBusy || !canSwap}
        onClick={onSwap}
      >
        <Shuffle className="size-5" strokeWidth={2.5} aria-hidden="true" />
        {isSwapping ? 'Drawing...' : 'Swap'}
      </Button>
      {!canSwap && <p className="font-bold text-ink-soft text-sm">No swaps left</p>}
    </>
  )
}
