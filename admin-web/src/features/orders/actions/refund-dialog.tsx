import type { AdminOrder } from '@prankpost/contracts/order'
import { dollars } from '@prankpost/web-kit'
import { randomUuid } from '@prankpost/web-kit/random-uuid'
import { Alert, Checkbox, Input, Radio } from 'antd'
import { useRef, useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { isOutcomeUnknown } from '../../../lib/admin-call.ts'
import { useNotify } from '../../../lib/notify.ts'
import { type RefundRequest, refreshOrders, refundOrder } from '../api.ts'
import { refundableCents } from '../order-state.ts'
import { DisputeNotice } from './dispute-notice.tsx'
import { ReasonField } from './reason-field.tsx'
import {
  emptyForm,
  formCents,
  type RefundForm,
  type RefundKind,
  requestOf,
  withdrawable,
  withdrawHint,
} from './refund-form.ts'
import { RefundItems } from './refund-items.tsx'

/**
 * Refunds a part or all of an order. One dialog makes at most one refund: all its attempts have the same idempotency
 * key. While it is not known whether an attempt succeeded, the form cannot be changed, only sent again.
 */
export default function RefundDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const notify = useNotify()
  const [idempotencyKey] = useState(() => randomUuid())
  const [form, setForm] = useState<RefundForm>(emptyForm)
  const change = (part: Partial<RefundForm>) => setForm((before) => ({ ...before, ...part }))
  const [left, setLeft] = useState(refundableCents(order))
  const request = useRef<RefundRequest>(undefined)
  const action = useAction({
    act: () => {
      // The order may have changed since an attempt whose outcome is not known; the request must not.
      if (!request.current || !isOutcomeUnknown(action.error)) request.current = requestOf(form, order)
      return refundOrder(order.id, request.current, idempotencyKey)
    },
    onDone: ({ amount, status }) => {
      onClose()
      const what = `$${amount} of order ${order.orderNumber}`
      if (status === 'failed') notify.error('Refund Failed', `${what}. The order shows why.`)
      else if (status === 'pending')
        notify.success('Refund Requested', `${what}. Stripe has not confirmed it yet.`)
      else notify.success('Refund Sent', what)
    },
    refresh: refreshOrders,
  })
  const isLocked = action.isPending || isOutcomeUnknown(action.error)
  if (!isLocked && left !== refundableCents(order)) setLeft(refundableCents(order))
  const cents = form.kind === 'rest' ? left : formCents(form, order)
  // Only the server knows the items of earlier refunds.
  const mayBeLess = form.kind === 'items' && order.refunds.some(({ status }) => status !== 'failed')
  return (
    <ActionDialog
      title={`Refund order ${order.orderNumber}`}
      submitLabel={cents ? `Refund ${mayBeLess ? 'up to ' : ''}${dollars(cents)}` : 'Refund'}
      isDanger
      action={action}
      isReady={form.reason.trim() !== '' && Boolean(cents)}
      unknownOutcome="It is not known whether the refund was made. Send it again: this dialog never refunds twice."
      onClose={onClose}
    >
      <DisputeNotice order={order} />
      <p>
        Paid <strong>${order.totalAmount}</strong>, refunded <strong>${order.refunded}</strong>, left{' '}
        <strong>{dollars(left)}</strong>
      </p>
      <Radio.Group
        aria-label="What to refund"
        className="refund-kinds"
        disabled={isLocked}
        value={form.kind}
        onChange={({ target }) => change({ kind: target.value as RefundKind })}
      >
        <Radio value="rest">Everything that is left ({dollars(left)})</Radio>
        <Radio value="items" disabled={isLocked || order.items.length === 0}>
          Chosen items
        </Radio>
        <Radio value="amount">An amount</Radio>
      </Radio.Group>
      {form.kind === 'items' && (
        <RefundItems
          items={order.items}
          chosen={form.itemIds}
          disabled={isLocked}
          onChange={(itemIds) => change({ itemIds })}
        />
      )}
      {mayBeLess && <p className="hint">Minus what earlier refunds of the same items have returned.</p>}
      {form.kind === 'amount' && (
        <Input
          aria-label="Amount in dollars"
          className="refund-amount"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          placeholder={`up to ${(left / 100).toFixed(2)}`}
          status={form.amount !== '' && cents === null ? 'error' : ''}
          disabled={isLocked}
          value={form.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
      )}
      {cents !== null && cents > left && !isLocked && (
        <Alert type="warning" showIcon role="status" title={`Only ${dollars(left)} is left to refund.`} />
      )}
      <Withdraw form={form} order={order} disabled={isLocked} onChange={change} />
      <ReasonField value={form.reason} disabled={isLocked} onChange={(reason) => change({ reason })} />
    </ActionDialog>
  )
}

interface WithdrawProps {
  form: RefundForm
  order: AdminOrder
  disabled: boolean
  onChange: (part: Partial<RefundForm>) => void
}

/** The choice whether unsent parcels are still sent; only for orders that have some. */
function Withdraw({ form, order, disabled, onChange }: WithdrawProps) {
  if (order.subscriptionType !== 'once') return null
  const count = withdrawable(form, order).length
  return (
    <div>
      <Checkbox
        disabled={disabled || count === 0}
        checked={form.withdraw && count > 0}
        onChange={({ target }) => onChange({ withdraw: target.checked })}
      >
        Remove unsent parcels from the queue
      </Checkbox>
      <p className="hint">{withdrawHint(form, order)}</p>
    </div>
  )
}
