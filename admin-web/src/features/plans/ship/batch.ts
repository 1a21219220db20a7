import type { ShipPrankInput } from '@prankpost/contracts/fulfilment'
import type { Subscription } from '@prankpost/contracts/subscription'
import { ApiError } from '@prankpost/web-kit'
import type { Pick } from '../draw.ts'
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
export const isChosen = (row: Row): row is Row & Pick => row.prankId !== null && row.contactId !== null

/**
 * Changes what a row ships. A refused parcel that is changed is another parcel and gets a key of its own; a row
 * whose parcel may have left stays as it is.
 */
export function choose(row: Row, choice: Partial<Pick>): Row {
  if (!isChangeable(row)) return row
  const isOther = row.phase === 'refused' && !isSame(row, choice)
  return { ...row, ...choice, ...(isOther && { key: randomUuid(), phase: 'open', message: null }) }
}

const isSame = (row: Row, { prankId, contactId }: Partial<Pick>) =>
  (prankId ?? row.prankId) === row.prankId && (contactId ?? row.contactId) === row.contactId

/** The call for a row, `index` counted from 0 of `count`: as it was sent where that may have shipped. */
export function callFor(
  row: Row & Pick,
  { index, count, plan, extras }: { index: number; count: number; plan: Shippable; extras: Extras },
): ShipPrankInput {
  if (row.phase === 'unknown' && row.sent !== null) return row.sent
  const prefix = extras.trackingPrefix.trim()
  return {
    stripeSubscriptionId: plan.stripeSubscriptionId,
    userId: plan.userId,
    prankId: row.prankId,
    contactId: row.contactId,
    quantity: 1,
    adminNotes: `${extras.notes.trim()} (Shipment ${index + 1}/${count})`.trim(),
    trackingNumber: prefix && `${prefix}-${index + 1}`,
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
