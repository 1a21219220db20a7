import { formatDate } from '@prankpost/web-kit'
import { VenetianMask } from 'lucide-react'
import { useState } from 'react'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import type { CartItem } from '../../../lib/cart.ts'

const loadDialog = () => import('./reveal-dialog.tsx')

/** Says what the recipient of an item learns, and opens the choice. */
export function RevealButton({ index, item }: { index: number; item: CartItem }) {
  const [isOpen, setOpen] = useState(false)
  const RevealDialog = useOnDemand(loadDialog, isOpen, setOpen)
  return (
    <>
      <button
        type="button"
        aria-description={`${item.prankName} for ${item.contactName}`}
        onClick={() => setOpen(true)}
        {...preloadOn(loadDialog)}
        className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full px-2 text-left font-extrabold text-grape hover:bg-grape-pale"
      >
        <VenetianMask className="size-5 shrink-0" strokeWidth={2.5} aria-hidden="true" />
        {labelOf(item.reveal)}
      </button>
      {RevealDialog && <RevealDialog open={isOpen} onOpenChange={setOpen} index={index} item={item} />}
    </>
  )
}

function labelOf(reveal: CartItem['reveal']): string {
  if (reveal?.mode === 'date') return `Reveal on ${formatDate(`${reveal.date}T12:00:00Z`)}`
  return reveal?.mode === 'guess' ? 'Reveal when guessed' : 'Stay anonymous'
}
