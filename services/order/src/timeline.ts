import { type CustomerOrder, formatCents } from '@prankpost/contracts'
import type { Order } from './order.model.ts'
import { sentAtOf } from './parcels.ts'
import type { Dispute, Refund } from './refund.model.ts'

type Entry = { at: Date; what: CustomerOrder['timeline'][number]['what']; detail: string | null }

/** What happened to an order, oldest first, for its customer. */
export function timelineOf(order: Order): CustomerOrder['timeline'] {
  const entries: Entry[] = [
    { at: placedAtOf(order), what: 'placed', detail: null },
    ...at(order.paidAt, 'paid'),
    ...(order.addressChanges ?? []).map(
      (one): Entry => ({ at: one.at, what: 'address-changed', detail: null }),
    ),
    ...at(order.packedAt, 'packed'),
    ...statusEntriesOf(order),
    ...parcelEntriesOf(order),
    ...(order.refunds ?? []).flatMap(refundEntriesOf),
    ...(order.disputes ?? []).flatMap(disputeEntriesOf),
  ]
  return entries
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, what, detail }) => ({ at: at.toISOString(), what, detail }))
}

/** Stripe's times are whole seconds: an order that was paid at once may seem to be paid before it was placed. */
const placedAtOf = ({ createdAt, paidAt }: Order): Date =>
  paidAt !== undefined && paidAt < createdAt ? paidAt : createdAt

const at = (date: Date | undefined | null, what: Entry['what'], detail: string | null = null): Entry[] =>
  date ? [{ at: date, what, detail }] : []

function statusEntriesOf({ statusHistory, cancellation }: Order): Entry[] {
  const failed = statusHistory.filter(({ status }) => status === 'payment_failed')
  const cancelledAt = cancellation?.at ?? statusHistory.findLast(({ status }) => status === 'cancelled')?.at
  return [...failed.flatMap((one) => at(one.at, 'payment-failed')), ...at(cancelledAt, 'cancelled')]
}

function parcelEntriesOf(order: Order): Entry[] {
  const { type, items, status, statusHistory } = order
  const shipped =
    type === 'once'
      ? at(sentAtOf(order), 'shipped')
      : items.flatMap(({ prank, shippedAt, sentAgain = [] }) =>
          [...sentAgain.map((one) => one.shippedAt), shippedAt].flatMap((one) =>
            at(one, 'shipped', `${prank.name} is on its way.`),
          ),
        )
  const again = items.flatMap(({ prank, sentAgain = [] }) =>
    sentAgain.flatMap((one) => at(one.at, 'sent-again', `${prank.name} came back to us.`)),
  )
  const refused = items.flatMap(({ prank, refused }) =>
    at(refused?.at, 'refused', `${prank.name} is not sent.`),
  )
  const arrived = items.flatMap((item) => at(item.deliveredAt, 'delivered', `${item.prank.name} arrived.`))
  if (arrived.length > 0 || status !== 'delivered') return [...shipped, ...again, ...refused, ...arrived]
  // Earlier versions stored the delivery only as a status.
  return [
    ...shipped,
    ...again,
    ...refused,
    ...at(statusHistory.findLast((one) => one.status === 'delivered')?.at, 'delivered'),
  ]
}

function refundEntriesOf({ at: requestedAt, changedAt, status, amountCents }: Refund): Entry[] {
  const amount = `$${formatCents(amountCents)}`
  const requested = at(requestedAt, 'refund-requested', `${amount} goes back to your card.`)
  if (status === 'pending') return requested
  return status === 'succeeded'
    ? [
        ...requested,
        ...at(changedAt, 'refunded', `${amount} was sent. Banks take 5 to 10 business days to show it.`),
      ]
    : [
        ...requested,
        ...at(changedAt, 'refund-failed', `${amount} could not be sent yet. We are working on it.`),
      ]
}

const outcomes = { open: null, won: 'Your bank kept the payment.', lost: 'Your bank returned the payment.' }

const disputeEntriesOf = ({ openedAt, closedAt, status }: Dispute): Entry[] => [
  ...at(openedAt, 'dispute-opened', 'Your bank is checking the payment. Parcels wait until it has decided.'),
  ...at(closedAt, 'dispute-closed', outcomes[status]),
]
