import type { Achievement, EventData } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import type { SessionUser } from '@prankpost/service-kit'
import {
  newId,
  orderPaid as paidOrder,
  prankShipped as shippedPrank,
  startServiceForTest,
} from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

/** Achievement with a running consumer, on a database and queues used by this test file only. */
export async function startFixture() {
  const achievement = await startServiceForTest(service, testNamespace())
  return {
    ...achievement,
    progress: achievement.models.progress,
    async list(as: SessionUser): Promise<Achievement[]> {
      return (await achievement.call('GET', '/api/achievements', { as })).body
    },
  }
}

const emit = {
  contact: createEmitter('contact'),
  order: createEmitter('order'),
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

const partOf = ({ image = 'potato', contactId = newId(), ...part }: ParcelPart) => ({
  ...{ ...part, contactId, prank: { image } },
})

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

export const orderPaid = (ownerId: string | null, paidAt: string, parts: ParcelPart[], orderId = newId()) =>
  paidOrder({ orderId, ownerId, items: parts.map(partOf), paidAt })

/** The same guest order after it has an owner. */
export function orderRecovered(ownerId: string, { subject: orderId, data }: ReturnType<typeof orderPaid>) {
  const { items, paidAt } = data as EventData<'order-paid'>
  return emit.order('order-recovered', orderId, { orderId, ownerId, items, paidAt })
}

/** A shipped parcel: of an order if its id is given, else of a plan. */
export const prankShipped = (
  ownerId: string,
  shippedAt: string,
  part: ParcelPart,
  orderId: string | null = null,
) =>
  shippedPrank({
    ...partOf(part),
    ...{ ownerId, orderId, parcelsTotal: 5, shippedAt },
    ...(orderId === null && {
      subscriptionId: newId(),
      stripeSubscriptionId: 'sub_1',
      invoiceId: 'in_1',
    }),
  })
