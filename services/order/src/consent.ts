import {
  addressesChecked,
  type ConsentRefusal,
  describeRefusal,
  type ParcelsHold,
  type PlaceToCheck,
  parcelsHeld,
  parcelsReleased,
} from '@prankpost/contracts'
import { AppError, conflict, invalid, unavailable } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { fullContact, parcelId } from './parcels.ts'

type Addressed = Pick<OrderItem, 'contact'>

/** What consent needs of an address. */
export function placeOf(item: Addressed): PlaceToCheck {
  const { address, address2, zipCode } = fullContact(item)
  return { address, address2, zipCode }
}

/**
 * Adds the digests of their addresses to the items of a cart, if parcels may be sent to all of them. Consent is asked for each
 * cart: an address that was listed a moment ago is refused, and without an answer nothing is sold (see consent's README).
 * @throws 400 with a message for the customer that names the target, 503 when consent is unavailable
 */
export async function withConsent<Item extends Addressed>(
  items: Item[],
  senderId: string | null,
  { consent }: Pick<Deps, 'consent'>,
): Promise<(Item & { addressDigest: string })[]> {
  const places = items.map(placeOf)
  const { verdicts } = await orUnchecked(() =>
    consent.post('/internal/addresses/check', addressesChecked, { senderId, places, isOneOrder: true }),
  )
  return items.map((item, index) => {
    const { digest = '', refusal = null } = verdicts[index] ?? {}
    if (refusal !== null) throw invalid(describeRefusal(item.contact.name, refusal))
    return { ...item, addressDigest: digest }
  })
}

/**
 * Counts the parcels of an unpaid order at their addresses, or a corrected one; a repeat renews it. Returns whether unpaid
 * orders of the same customer take the places instead.
 * @throws 409 with a message for the customer that names the target, 503 when consent is unavailable
 */
export async function holdPlaces(
  order: Pick<Order, '_id' | 'ownerId' | 'items'>,
  terms: Pick<ParcelsHold, 'paid' | 'sessionId'>,
  { consent }: Pick<Deps, 'consent'>,
  { isLastTry }: { isLastTry: boolean },
): Promise<'held' | 'own-unpaid'> {
  const request: ParcelsHold = {
    ...terms,
    purchaseId: String(order._id),
    senderId: order.ownerId,
    parcels: order.items.map((item) => ({
      ...placeOf(item),
      parcelId: parcelId({ _id: order._id, type: 'once' }, item),
      shipBy: item.shipBy?.toISOString() ?? null,
    })),
  }
  const { verdicts, hasOwnUnpaid } = await orUnchecked(() =>
    consent.post('/internal/parcels/hold', parcelsHeld, request),
  )
  if (hasOwnUnpaid && !isLastTry) return 'own-unpaid'
  for (const [index, { refusal }] of verdicts.entries()) refuse(order.items[index], refusal)
  return 'held'
}

/**
 * Refuses an order that was paid elsewhere if one of its addresses is on the do-not-prank list or was reported. The caps do not
 * apply: it was sold already.
 * @throws 409 with a message that names the target, 503 when consent is unavailable
 */
export async function refuseBlocked(
  { ownerId, items }: Pick<Order, 'ownerId' | 'items'>,
  { consent }: Pick<Deps, 'consent'>,
): Promise<void> {
  const request = { senderId: ownerId, places: items.map(placeOf), isOneOrder: false }
  const { verdicts } = await orUnchecked(() =>
    consent.post('/internal/addresses/check', addressesChecked, request),
  )
  for (const [index, { refusal }] of verdicts.entries())
    if (refusal?.kind === 'blocked') refuse(items[index], refusal)
}

function refuse(item: Addressed | undefined, refusal: ConsentRefusal | null): void {
  if (refusal !== null) throw conflict(describeRefusal(item?.contact.name ?? 'This target', refusal))
}

/** Releases what an order held that can no longer be paid. Without an answer it ends by its time. */
export async function releasePlaces(
  { _id }: Pick<Order, '_id'>,
  { consent, log }: Pick<Deps, 'consent' | 'log'>,
): Promise<void> {
  await consent
    .post('/internal/parcels/release', parcelsReleased, { purchaseId: String(_id) })
    .catch((error: Error) => log.warn({ reason: error.message }, 'the places of an order end by their time'))
}

const uncheckedMessage =
  'We cannot check at the moment whether we may deliver to your targets. Please try again in a minute.'

/** @throws 503 with a message for the customer when consent is unavailable: without its answer nothing is sold */
async function orUnchecked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw unavailable(uncheckedMessage, error)
    throw error
  }
}
