import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import type { CartItem } from '../../../lib/cart.ts'

const loadDialog = () => import('./more-targets-dialog.tsx')
const loadTargetDialog = () => import('../../../components/new-target-dialog.tsx')

/** The button that chooses further targets for the prank of an item, also new ones. */
export function MoreTargets({ index, item }: { index: number; item: CartItem }) {
  const [shown, setShown] = useState<'none' | 'choice' | 'new'>('none')
  const setChoosing = (open: boolean) => setShown(open ? 'choice' : 'none')
  // The form for a new target leads back to the choice, which then offers that target.
  const setCreating = (open: boolean) => setShown(open ? 'new' : 'choice')
  const MoreTargetsDialog = useOnDemand(loadDialog, shown === 'choice', setChoosing)
  const TargetDialog = useOnDemand(loadTargetDialog, shown === 'new', setCreating)
  return (
    <>
      <button
        type="button"
        aria-description={`for ${item.prankName}`}
        onClick={() => setShown('choice')}
        {...preloadOn(loadDialog)}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 font-extrabold text-grape hover:bg-grape-pale"
      >
        <UserPlus className="size-4.5" strokeWidth={2.5} aria-hidden="true" />
        More targets
      </button>
      {MoreTargetsDialog && (
        <MoreTargetsDialog
          open={shown === 'choice'}
          onOpenChange={setChoosing}
          index={index}
          item={item}
          onNew={() => setShown('new')}
        />
      )}
      {TargetDialog && <TargetDialog open={shown === 'new'} onOpenChange={setCreating} />}
    </>
  )
}
