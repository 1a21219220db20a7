import type { ShipPrankInput } from '@prankpost/contracts/fulfilment'
import type { Subscription } from '@prankpost/contracts/subscription'
import { ApiError } from '@prankpost/web-kit'
import type { Pick as Choice } from '../draw.ts'
import { randomUuid } from '../random.ts'

/**
 * One parcel of the form.
 *
 * - open: the operator still chooses.
 * - sending, shipped: as it says.
 * - refused: the server's answer says that it did not ship. It may be changed.
 * - unknown: no answer came, or one that says nothing about the parcel (network, 5xx): it may have left. Until that
 *   is known its choice is locked, and trying again sends the very same call with the very same key: if the first
 *   one did ship, the server answers that parcel instead of sending another. With another choice or a new key both
 *   would leave.
 */
export interface Row {
  /** The idempotency key: made once for this parcel, kept for every repeat of it. */
  key: string
  prankId: string | null
  contactId: string | null
  phase: 'open' | 'sending' | 'shipped' | 'refused' | 'unknown'
  /** What the server, or the network, said about the last try. */
  message: string | null
  /** The call as it was last sent. */
  sent: ShipPrankInput | null
}

/** What goes along with all parcels of a batch. */
export interface Extras {
  trackingPrefix: string
  notes: string
}

/** Rows without a choice. */
export function newRows(count: number): Row[] {
  return Array.from({ length: count }, () => ({
    key: randomUuid(),
    prankId: null,
    contactId: null,
    phase: 'open',
    message: null,
    sent: null,
  }))
}

/** Whether the operator may still change what the row ships. */
export const isChangeable = ({ phase }: Row) => phase === 'open' || phase === 'refused'

/** Whether the row has all that it takes. */
export const isChosen = (row: Row): row is Row & Choice => row.prankId !== null && row.contactId !== null

/**
 * Changes what a row ships. A refused parcel that is changed is another parcel and gets a key of its own; a row
 * whose parcel may have left stays as it is.
 */
export function choose(row: Row, choice: Partial<Choice>): Row {
  if (!isChangeable(row)) return row
  const isOther = row.phase === 'refused' && !isSame(row, choice)
  return { ...row, ...choice, ...(isOther && { key: randomUuid(), phase: 'open', message: null }) }
}

const isSame = (row: Row, { prankId, contactId }: Partial<Choice>) =>
  (prankId ?? row.prankId) === row.prankId && (contactId ?? row.contactId) === row.contactId

/**
 * The number in its month of the parcel in a row, `index` counted from 0. The oldest parcels go out first, so the first
 * rows finish the month that is partly shipped: the second half of a month of 4 is 3 and 4.
 */
export function numberInMonth({ prankCount, parcelsDue }: Due, index: number): number {
  const due = (parcelsDue || prankCount) - index
  return prankCount - ((due - 1) % prankCount)
}

/** What a plan owes. */
export type Due = Pick<Subscription, 'prankCount' | 'parcelsDue'>

/** The call for a row, `index` counted from 0: as it was sent where that may have shipped. */
export function callFor(
  row: Row & Choice,
  { index, plan, extras }: { index: number; plan: Shippable; extras: Extras },
): ShipPrankInput {
  if (row.phase === 'unknown' && row.sent !== null) return row.sent
  const prefix = extras.trackingPrefix.trim()
  const number = numberInMonth(plan, index)
  return {
    stripeSubscriptionId: plan.stripeSubscriptionId,
    userId: plan.userId,
    prankId: row.prankId,
    contactId: row.contactId,
    quantity: 1,
    adminNotes: `${extras.notes.trim()} (Shipment ${number}/${plan.prankCount})`.trim(),
    trackingNumber: prefix && `${prefix}-${number}`,
    idempotencyKey: row.key,
  }
}

/** A plan that the provider knows, which is what can be shipped. */
export type Shippable = Subscription & { stripeSubscriptionId: string }

/** The row after its call was refused or lost. */
export function afterFailure(before: Row, sent: ShipPrankInput, error: unknown): Row {
  const phase = tellsNotShipped(error, before.phase === 'unknown') ? 'refused' : 'unknown'
  return { ...before, phase, sent, message: serverMessage(error) }
}

/**
 * A 4xx means that this call did not ship. It means the same for an earlier call with the same key that was lost
 * only where fulfilment itself has looked for that parcel and not found it (404, 409): the gateway's refusals
 * (401, 429 ...) come before anybody has looked.
 */
function tellsNotShipped(error: unknown, wasUnknown: boolean): boolean {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false
  return wasUnknown ? error.status === 404 || error.status === 409 : error.status !== 408
}

/** What the server, or the network, said; null where it had no words of its own. */
function serverMessage(error: unknown): string | null {
  return error instanceof ApiError && !/^\d{3}: /.test(error.message) ? error.message : null
}
