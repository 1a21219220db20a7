import { maxCartItems } from '@prankpost/contracts/constants'
import { errorText } from '@prankpost/web-kit'
import { useSlot } from '@prankpost/web-kit/storage'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton } from '../../../components/button.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Alert } from '../../../components/failure.tsx'
import { Avatar } from '../../../components/picture.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { type CartItem, cartSlot } from '../../../lib/cart.ts'
import { addTargetsToCart } from '../../../lib/cart-changes.ts'
import type { Target } from '../../../lib/local-targets.ts'
import { useTargets } from '../../../lib/targets.ts'
import { toast } from '../../../lib/toasts.ts'

interface MoreTargetsDialogProps extends OpenState {
  /** The item's place in the cart. */
  index: number
  item: CartItem
  /** Opens the form for a new target. */
  onNew: () => void
}

/** Chooses further targets for the prank of an item. */
export default function MoreTargetsDialog({
  open,
  onOpenChange,
  index,
  item,
  onNew,
}: MoreTargetsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="More targets"
      description={`Who else gets the ${item.prankName}?`}
    >
      <Choice index={index} item={item} onNew={onNew} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type ChoiceProps = Pick<MoreTargetsDialogProps, 'index' | 'item' | 'onNew'> & { onDone: () => void }

function Choice({ index, item, onNew, onDone }: ChoiceProps) {
  const { targets, isPending, error, refetch } = useTargets()
  const cart = useSlot(cartSlot)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const served = new Set(
    cart.filter(({ prankId }) => prankId === item.prankId).map(({ contactId }) => contactId),
  )
  const others = targets.filter(({ id }) => !served.has(id))
  const picked = others.filter(({ id }) => chosen.includes(id))
  const free = maxCartItems - cart.length
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const add = () => {
    addTargetsToCart(index, picked)
    toast({
      title: 'Added to Arsenal',
      description: `${item.prankName} for ${picked.map(nameOf).join(', ')}`,
    })
    onDone()
  }
  return (
    <div className="grid gap-4">
      {isPending ? (
        <div role="status" aria-label="Loading" className="grid gap-2">
          <SkeletonBlock className="h-16" />
          <SkeletonBlock className="h-16" />
        </div>
      ) : others.length > 0 ? (
        <fieldset className="grid gap-2">
          <legend className="sr-only">Targets</legend>
          {others.map((target) => (
            <Option
              key={target.id}
              target={target}
              isChosen={chosen.includes(target.id)}
              isDisabled={picked.length >= free && !chosen.includes(target.id)}
              onToggle={() => toggle(target.id)}
            />
          ))}
        </fieldset>
      ) : (
        !error && <p className="text-ink-soft text-lg">All your targets get one already. Who is next?</p>
      )}
      {Boolean(error) && (
        <Alert>
          {errorText(error, 'Your targets could not be loaded.')}{' '}
          <TextButton onClick={() => refetch()}>Try Again</TextButton>
        </Alert>
      )}
      {picked.length >= free && (
        <p role="status" className="font-bold text-ink-soft">
          Your Arsenal is full: an order holds at most {maxCartItems} items.
        </p>
      )}
      <Button onClick={onNew}>
        <UserPlus className="size-5" strokeWidth={2.5} aria-hidden="true" />
        Add New Target
      </Button>
      <div className="sticky -bottom-6 -mx-5 -mb-6 actions border-ink/15 border-t-2 border-dashed bg-card px-5 py-4 sm:-mx-6 sm:px-6">
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="primary" disabled={picked.length === 0} onClick={add}>
          {labelOf(picked.length)}
        </Button>
      </div>
    </div>
  )
}

const nameOf = ({ name }: Target) => name
const labelOf = (count: number) => (count > 1 ? `Add ${count} Targets` : 'Add Target')

interface OptionProps {
  target: Target
  isChosen: boolean
  isDisabled: boolean
  onToggle: () => void
}

function Option({ target, isChosen, isDisabled, onToggle }: OptionProps) {
  return (
    <label className="flex cursor-pointer items-center gap-3 rounded-2xl border-2 border-ink bg-card p-2.5 has-checked:bg-sun has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-grape has-focus-visible:outline-offset-2">
      <input
        type="checkbox"
        className="ml-1 size-6 shrink-0 accent-grape outline-none"
        checked={isChosen}
        disabled={isDisabled}
        onChange={onToggle}
      />
      <Avatar id={target.profilePicture} size={44} className="shrink-0" />
      <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
        <span className="block font-extrabold">{target.name}</span>
        <span className="block text-ink-soft text-sm">
          {[target.city, target.state].filter(Boolean).join(', ')}
        </span>
      </span>
    </label>
  )
}
