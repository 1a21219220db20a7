import type { Pair } from '@prankpost/contracts/fair-draw'
import type { ShipPrankInput } from '@prankpost/contracts/fulfilment'
import type { Subscription } from '@prankpost/contracts/subscription'
import { ApiError } from '@prankpost/web-kit'
import { randomUuid } from '@prankpost/web-kit/random-uuid'

/**
 * One parcel of the form.
 *
 * - open: the operator has not shipped it yet and can change it.
 * - sending: the call is in progress. shipped: the call succeeded.
 * - refused: the server's response says that it did not ship. It can be changed.
 * - unknown: there was no response, or one that does not say what happened to the parcel (network, 5xx): it may have
 *   shipped. Until this is known, the choice is locked and a retry sends the same call with the same key. If the first
 *   call did ship, the server returns that parcel instead of shipping another. With another choice or a new key, both
 *   would be shipped.
 */
export interface Row {
  /** The idempotency key: created once for this parcel and used for every retry. */
  key: string
  prankId: string | null
  contactId: string | null
  /** The month that it was drawn for, of which alone it is shipped; null when its draw is not known. */
  invoiceId: string | null
  phase: 'open' | 'sending' | 'shipped' | 'refused' | 'unknown'
  /** The message of the server, or of the network error, from the last attempt. */
  message: string | null
  /** The call as it was last sent. */
  sent: ShipPrankInput | null
}

/** A month's prank and target, which may still be missing. */
export type Drawn = Pick<Row, 'prankId' | 'contactId' | 'invoiceId'>

/** The fields that all parcels of a batch share. */
export interface Extras {
  trackingPrefix: string
  notes: string
}

/** Creates rows with what was drawn for them; rows without a draw are empty. */
export function newRows(count: number, draw: readonly Partial<Drawn>[]): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    key: randomUuid(),
    prankId: draw[index]?.prankId ?? null,
    contactId: draw[index]?.contactId ?? null,
    invoiceId: draw[index]?.invoiceId ?? null,
    phase: 'open',
    message: null,
    sent: null,
  }))
}

/** Whether the operator may still change what the row ships. */
export const isChangeable = ({ phase }: Row) => phase === 'open' || phase === 'refused'

/** Whether prank and target of the row are selected. */
export const isChosen = (row: Row): row is Row & Pair => row.prankId !== null && row.contactId !== null

/**
 * Changes the choice of a row. A refused parcel that is changed becomes a new parcel with a new key. A row whose parcel
 * may have shipped is not changed.
 */
export function choose(row: Row, choice: Partial<Pair>): Row {
  if (!isChangeable(row)) return row
  const isOther = row.phase === 'refused' && !isSame(row, choice)
  return { ...row, ...choice, ...(isOther && { key: randomUuid(), phase: 'open', message: null }) }
}

const isSame = (row: Row, { prankId, contactId }: Partial<Pair>) =>
  (prankId ?? row.prankId) === row.prankId && (contactId ?? row.contactId) === row.contactId

/**
 * The number within its month of a row's parcel; `index` starts at 0. The oldest parcels are shipped first, so the
 * first rows complete the month that is partly shipped: when 2 of 4 are shipped, the first rows are numbers 3 and 4.
 */
export function numberInMonth({ prankCount, parcelsDue }: Due, index: number): number {
  const due = (parcelsDue || prankCount) - index
  return prankCount - ((due - 1) % prankCount)
}

/** The fields of a plan that determine the parcels due. */
export type Due = Pick<Subscription, 'prankCount' | 'parcelsDue'>

/** The call for a row; `index` starts at 0. If the parcel may have shipped, it is the same call as before. */
export function callFor(
  row: Row & Pair,
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
    ...(row.invoiceId !== null && { invoiceId: row.invoiceId }),
  }
}

/** A plan that exists at the payment provider; only such a plan can be shipped. */
export type Shippable = Subscription & { stripeSubscriptionId: string }

/** The row after its call has failed. */
export function afterFailure(before: Row, sent: ShipPrankInput, error: unknown): Row {
  const phase = provesNotShipped(error, before.phase === 'unknown') ? 'refused' : 'unknown'
  return { ...before, phase, sent, message: serverMessage(error) }
}

/**
 * A 4xx means that this call did not ship. For an earlier call with the same key whose response was lost, it proves
 * this only if the fulfilment service has searched for that parcel and not found it (404, 409): the gateway's refusals
 * (401, 429 ...) happen before that search.
 */
function provesNotShipped(error: unknown, wasUnknown: boolean): boolean {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false
  return wasUnknown ? error.status === 404 || error.status === 409 : error.status !== 408
}

/** The message of the server or of the network error; null if it has none of its own. */
function serverMessage(error: unknown): string | null {
  return error instanceof ApiError && !/^\d{3}: /.test(error.message) ? error.message : null
}
