import type { Prank } from '@prankpost/contracts/prank'
import { Dices, PackagePlus } from 'lucide-react'
import type { MouseEventHandler, ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Avatar, PrankPicture, prankColour } from '../../../components/picture.tsx'
import type { Target } from '../../../lib/local-targets.ts'

interface ActionBarProps {
  prank: Prank | undefined
  target: Target | undefined
  isShuffling: boolean
  canShuffle: boolean
  onRandomize: () => void
  onAdd: MouseEventHandler
}

/** The selected prank and target, with the buttons to randomize them and to add them to the cart. */
export function ActionBar({ prank, target, isShuffling, canShuffle, onRandomize, onAdd }: ActionBarProps) {
  return (
    <div className="panel mt-8 flex flex-col items-center justify-between gap-5 bg-paper-deep p-5 sm:px-8 lg:flex-row">
      <div className="flex items-center gap-3" aria-hidden="true">
        <Place className={prank ? prankColour(prank.image) : ''} isAnimated={isShuffling}>
          {prank && <PrankPicture image={prank.image} picture={prank.picture} size={60} />}
        </Place>
        <svg aria-hidden="true" width="88" height="28" viewBox="0 0 88 28" fill="none" className="text-ink">
          <path
            d="M2 18C22 2 56 2 78 16"
            stroke="currentColor"
            strokeWidth="3.5"
            strokeDasharray="7 7"
            strokeLinecap="round"
          />
          <path
            d="M70 20l11-2-4-10"
            stroke="currentColor"
            strokeWidth="3.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <Place className={target ? 'bg-sun' : ''} isAnimated={isShuffling}>
          {target && <Avatar id={target.profilePicture} size={60} />}
        </Place>
      </div>
      <div className="grid w-full gap-3 sm:flex sm:w-auto sm:flex-wrap sm:justify-center">
        <Button onClick={onRandomize} busy={isShuffling} disabled={!canShuffle} className="text-xl">
          <Dices
            className={`size-6 ${isShuffling ? 'animate-spin' : ''}`}
            strokeWidth={2.5}
            aria-hidden="true"
          />
          Randomize
        </Button>
        <Button variant="loud" onClick={onAdd} disabled={isShuffling} className="text-xl">
          <PackagePlus className="size-6" strokeWidth={2.5} aria-hidden="true" />
          Add to Arsenal
        </Button>
      </div>
    </div>
  )
}

function Place({
  children,
  className,
  isAnimated,
}: {
  children: ReactNode
  className: string
  isAnimated: boolean
}) {
  return (
    <div
      className={`grid size-20 place-items-center rounded-2xl border-[2.5px] border-ink ${children ? '' : 'border-dashed'} ${className || 'bg-card/60'} ${isAnimated ? 'animate-wiggle' : ''}`}
    >
      {children || <span className="font-display text-4xl text-ink-soft">?</span>}
    </div>
  )
}
