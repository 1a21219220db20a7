import type { Prank } from '@prankpost/contracts/prank'
import type { MouseEventHandler } from 'react'
import { Button } from '../../../components/button.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Avatar, Picture, PrankPicture, prankColour } from '../../../components/picture.tsx'
import type { Target } from '../../../lib/local-targets.ts'

interface MatchDialogProps extends OpenState {
  prank: Prank | undefined
  target: Target | undefined
  onAdd: MouseEventHandler
  onAgain: () => void
}

const tile =
  'grid size-28 place-items-center rounded-2xl border-[2.5px] border-ink [animation:var(--animate-pop-in)]'

/** The random pair of prank and target. */
export default function MatchDialog({ open, onOpenChange, prank, target, onAdd, onAgain }: MatchDialogProps) {
  if (!prank || !target) return null
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Perfect Match!">
      <div className="flex items-center justify-center gap-2 py-3">
        <span className={`rays -rotate-6 ${tile} ${prankColour(prank.image)}`}>
          <PrankPicture image={prank.image} picture={prank.picture} size={88} />
        </span>
        <Picture name="scene-party" width={112} shownAt={56} />
        <span className={`rotate-6 bg-sun ${tile}`}>
          <Avatar id={target.profilePicture} size={84} />
        </span>
      </div>
      <p className="mt-3 text-center text-xl">
        <strong className="font-display font-normal text-2xl">{prank.name}</strong> for{' '}
        <strong className="font-display font-normal text-2xl">{target.name}</strong>
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button onClick={onAgain}>Randomize Again</Button>
        <Button variant="loud" onClick={onAdd}>
          Add to Arsenal
        </Button>
      </div>
    </Dialog>
  )
}
