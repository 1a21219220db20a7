import type { Achievement, EventData } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import type { SessionUser } from '@prankpost/service-kit'
import { newId, startServiceForTest } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

/** Achievement with a running consumer, on a database and queues used by this test file only. */
export async function startFixture() {
  const space = testNamespace()
  const achievement = await startServiceForTest(service, space)
  const { deliver, deliverRaw } = await achievement.consume()
  return {
    ...achievement,
    progress: achievement.models.progress,
    deliver,
    deliverRaw,
    async list(as: SessionUser): Promise<Achievement[]> {
      return (await achievement.call('GET', '/api/achievements', { as })).body
    },
    async close() {
      await achievement.close()
      await space.drop()
    },
  }
}

const emit = {
  contact: createEmitter('contact'),
  order: createEmitter('order'),
  subscription: createEmitter('subscription'),
  fulfilment: createEmitter('fulfilment'),
}
const address = {
  name: 'Gerald Snail',
  address: '1 Garden Path',
  city: 'Bend',
  state: 'OR',
  zipCode: '97701',
}
const images = ['fart', 'potato', 'glitter', 'adopted', 'condiments', 'sock'] as const

/** The day of January 2025 on which something happened. */
export const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString()

interface ParcelPart {
  parcelId?: string
  image?: (typeof images)[number]
  contactId?: string | null
  quantity?: number
}

function parcelOf({ parcelId = newId(), image = 'potato', contactId = newId(), quantity = 1 }: ParcelPart) {
  const prank = { id: newId(), name: 'A prank', description: 'Harmless.', tier: 'Standard', image }
  return { parcelId, prank, contactId, contact: address, quantity }
}

export const contactSaved = (
  ownerId: string,
  at: string,
  { contactId = newId(), created = true, target }: { contactId?: string; created?: boolean; target?: string },
) =>
  emit.contact('contact-saved', contactId, {
    contactId,
    ownerId,
    created,
    savedAt: at,
    ...(target && { target }),
  })

export function orderPaid(ownerId: string | null, at: string, parts: ParcelPart[], orderId = newId()) {
  const items = parts.map((part) => ({ ...parcelOf(part), priceCents: 499 }))
  const totals = { totalCents: 499 * items.length, customMessage: null, paidAt: at }
  return emit.order('order-paid', orderId, { orderId, ownerId, items, ...totals })
}

/** The same guest order after it has an owner. */
export function orderRecovered(ownerId: string, { subject: orderId, data }: ReturnType<typeof orderPaid>) {
  const { items, paidAt } = data as EventData<'order-paid'>
  return emit.order('order-recovered', orderId, { orderId, ownerId, items, paidAt })
}

/** A shipped parcel: of an order if its id is given, else of a plan. */
export function prankShipped(ownerId: string, at: string, part: ParcelPart, orderId: string | null = null) {
  const isPlan = orderId === null
  return emit.fulfilment('prank-shipped', newId(), {
    ...parcelOf(part),
    shipmentId: newId(),
    ownerId,
    orderId,
    subscriptionId: isPlan ? newId() : null,
    stripeSubscriptionId: isPlan ? 'sub_1' : null,
    invoiceId: isPlan ? 'in_1' : null,
    parcelsShipped: 1,
    parcelsTotal: 5,
    trackingNumber: null,
    adminNotes: null,
    shippedAt: at,
  })
}

/** A paid month of a plan. */
export function monthPaid(
  name: 'subscription-created' | 'subscription-renewed',
  { id: ownerId, ...customer }: SessionUser,
  at: string,
  invoiceId = newId(),
) {
  const month = { invoiceId, paymentIntentId: null, periodStart: at, periodEnd: at, paidAt: at }
  return emit.subscription(name, ownerId, {
    subscriptionId: ownerId,
    ownerId,
    customer,
    stripeSubscriptionId: 'sub_1',
    prankCount: 3,
    amountCents: 1497,
    previousStatus: 'pending',
    status: 'active',
    at,
    month,
  })
}
