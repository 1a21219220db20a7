import { cancelWithinHours } from '@prankpost/contracts/constants'
import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../components/button.tsx'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import { paths } from '../../../lib/paths.ts'
import { orderQuery } from '../api.ts'
import { Countdown } from './countdown.tsx'

const loadCancelDialog = () => import('./cancel-dialog.tsx')

interface CancelOrderProps {
  order: CustomerOrder
  /** Called with the server's message. */
  onCancelled: (message: string) => void
}

/** The button to cancel an order, with the time that is left; afterwards, what the customer can still do. */
export function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const { cancel, cancelUntil } = order.can
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const CancelDialog = useOnDemand(loadCancelDialog, isOpen, setOpen)
  // The server decides whether the time is over: this browser's clock may be wrong.
  const askAgain = () => void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey })
  return (
    <>
      {cancel && cancelUntil ? (
        <>
          <Button
            className="text-tomato max-sm:flex-1 max-sm:whitespace-nowrap max-sm:px-3"
            onClick={() => setOpen(true)}
            {...preloadOn(loadCancelDialog)}
          >
            Cancel order
          </Button>
          <p className="font-bold text-ink-soft">
            Second thoughts? You have <Countdown until={cancelUntil} onOver={askAgain} />.
          </p>
        </>
      ) : (
        isOver(order) && (
          <p className="text-ink-soft">
            The time to cancel it yourself (up to {cancelWithinHours} hours, until we pack it) is over.{' '}
            <Link to={paths.support} className="font-extrabold text-grape underline underline-offset-4">
              Write to us
            </Link>{' '}
            if something is wrong.
          </p>
        )
      )}
      {CancelDialog && (
        <CancelDialog open={isOpen} onOpenChange={setOpen} order={order} onCancelled={onCancelled} />
      )}
    </>
  )
}

/** Whether a one-time order is still here, but can no longer be cancelled by its customer. */
const isOver = ({ can, status }: CustomerOrder) =>
  can.cancelUntil !== null && !can.cancel && (status === 'paid' || status === 'processing')
