import { randomUUID } from 'node:crypto'
import type { Contact, Prank, Subscription } from '@prankpost/contracts'
import type { ParcelSent } from '../../ledgers/index.ts'
import type { Desk } from './operator.ts'
import { attempt, expectStatus, type Shop } from './shop.ts'

/** Plans that are shipped in one round. */
const mostAtOnce = 3

/**
 * Ships the month of some plans with due parcels: all parcels of a plan at the same time, each with its own idempotency
 * key, as the admin's form does. Sometimes it ships one more than is due, which must be rejected.
 * @throws GaveUp
 */
export async function shipMonths(desk: Desk, shop: Shop): Promise<void> {
  const { random } = desk
  const answer = await desk.call('GET', '/api/admin/subscriptions?status=active&limit=50')
  if (expectStatus(answer, [200], 'admin/subscriptions', shop) === null) return
  const due = (answer.body.items as Subscription[]).filter(({ parcelsDue }) => parcelsDue > 0)
  const pranks = await list<Prank>('/api/pranks', desk, shop)
  for (const plan of random.shuffled(due).slice(0, random.between(0, mostAtOnce))) {
    const targets = await list<Contact>(`/api/admin/user-contacts/${plan.userId}`, desk, shop)
    if (targets.length === 0) continue
    const count = plan.prankCount + Number(random.happens(0.15))
    const parcels = Array.from({ length: count }, (_, n) => ({
      prankId: pranks[random.between(0, pranks.length - 1)]?.id,
      contactId: targets[random.between(0, targets.length - 1)]?.id,
      trackingNumber: `SOAK-${n + 1}`,
    }))
    await Promise.all(
      parcels.map((parcel) => attempt('a parcel', shop, () => ship(plan, parcel, desk, shop))),
    )
  }
}

async function list<T>(path: string, desk: Desk, shop: Shop): Promise<T[]> {
  return expectStatus(await desk.call('GET', path), [200], path, shop)?.body ?? []
}

async function ship(plan: Subscription, parcel: object, desk: Desk, shop: Shop): Promise<void> {
  const id = randomUUID()
  const sent: ParcelSent = { stripeId: String(plan.stripeSubscriptionId), done: 'unsure' }
  shop.journal.sentParcel(id, sent)
  const answer = await desk.call('POST', '/api/admin/ship-subscription-prank', {
    ...parcel,
    stripeSubscriptionId: plan.stripeSubscriptionId,
    userId: plan.userId,
    quantity: 1,
    idempotencyKey: id,
  })
  // 409: all parcels of the month have left, or the plan has ended. 404: fulfilment does not know the month yet.
  const expected = expectStatus(answer, [201, 404, 409], `parcel ${id}`, shop)
  if (expected === null) return
  sent.done = expected.status === 201 ? 'sure' : 'not done'
  shop.journal.note('parcel answered', { id, status: expected.status, message: expected.body.message })
}
