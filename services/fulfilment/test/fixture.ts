import { randomUUID } from 'node:crypto'
import type { Contact, EventData, OrderStatus, ShipPrankInput } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { unavailable } from '@prankpost/service-kit'
import { newId, standInClient, startServiceForTest, testAdminPassword } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

export { testAdminPassword as adminPassword } from '@prankpost/service-kit/testing'

/** The only prank that the stand-in for catalog knows. */
export const potato = {
  prankId: newId(),
  name: 'Raw Potato',
  description: 'A potato, raw.',
  priceCents: 499,
  tier: 'Standard',
  image: 'potato',
  onSale: true,
  revision: 1,
} as const

/** Stand-ins for contact and catalog: the targets of each customer are those that a test has added. */
function standIns() {
  const state = {
    targets: new Map<string, { ownerId: string; contact: Contact }>(),
    asked: 0,
    isUnavailable: false,
  }
  const client = (answer: (query: URLSearchParams) => unknown) =>
    standInClient({
      get(path) {
        state.asked++
        if (state.isUnavailable) throw unavailable()
        return answer(new URL(path, 'http://other.test').searchParams)
      },
    })
  return {
    state,
    contact: client((query) => {
      const found = state.targets.get(query.get('ids') ?? '')
      return found !== undefined && found.ownerId === query.get('ownerId') ? [found.contact] : []
    }),
    catalog: client((query) => (query.get('ids') === potato.prankId ? [potato] : [])),
  }
}

/**
 * Fulfilment with a running consumer, on a database and queues used by this test file only, with stand-ins for contact
 * and catalog.
 */
export async function startFixture() {
  const space = testNamespace()
  const { state: others, ...clients } = standIns()
  const fulfilment = await startServiceForTest(service, space, { others: clients })
  const { call, models } = fulfilment
  const { shipments } = models
  const { deliver, deliverRaw } = await fulfilment.consume()
  const headers = { 'x-admin-password': testAdminPassword }

  return {
    ...fulfilment,
    shipments,
    others,
    deliver,
    deliverRaw,
    internal: fulfilment.clientFor('subscription-logs'),
    deadLetters: () => fulfilment.deadLetters('order-paid'),
    /** A call by the operator. */
    admin: (method: string, path: string, body?: unknown) => call(method, path, { headers, body }),
    /** Adds a target to the address book of a customer. */
    target(ownerId: string): string {
      const id = newId()
      const contact: Contact = {
        id,
        name: 'Gerald Snail',
        address: '1 Garden Path',
        city: 'Bend',
        state: 'OR',
        zipCode: '97701',
        profilePicture: 'nerd',
      }
      others.targets.set(id, { ownerId, contact })
      return id
    },
    /** A plan with its first month paid. */
    async plan({ prankCount = 3 } = {}) {
      const plan = newPlan(prankCount)
      await deliver(month(plan, 0))
      return plan
    },
    /** Ships one parcel of a plan to a target of its owner's. */
    ship(plan: TestPlan, over: Partial<ShipPrankInput> = {}) {
      const body = {
        stripeSubscriptionId: plan.stripeSubscriptionId,
        userId: plan.ownerId,
        prankId: potato.prankId,
        contactId: over.contactId ?? this.target(plan.ownerId),
        ...over,
      }
      return call('POST', '/api/admin/ship-subscription-prank', { headers, body })
    },
    /** The data of the events that a shipment has emitted, in order. */
    async emitted(filter: { orderId: string } | { invoiceId: string }) {
      const shipment = await shipments.findOne(filter).lean()
      return (shipment?.outbox ?? []).map(({ data }) => data as EventData<'prank-shipped'>)
    },
    async close() {
      await fulfilment.close()
      await space.drop()
    },
  }
}

const emit = { order: createEmitter('order'), subscription: createEmitter('subscription') }

/** Data of a sender that fulfilment may receive and that must never be printed. */
export const sender = { email: 'canary@sender.test', firstName: 'Canary', lastName: 'Quillfeather' }

export type TestPlan = ReturnType<typeof newPlan>

/** A plan of which no event was delivered yet. */
export function newPlan(prankCount = 3) {
  const subscriptionId = newId()
  return { subscriptionId, ownerId: newId(), stripeSubscriptionId: `sub_${subscriptionId}`, prankCount }
}

export const invoiceOf = ({ subscriptionId }: TestPlan, n: number) => `in_${subscriptionId}_${n}`

const dayMs = 86_400_000

function described(plan: TestPlan, status: string) {
  return {
    ...plan,
    customer: sender,
    amountCents: 1497,
    previousStatus: null,
    status,
    at: new Date().toISOString(),
  }
}

/** The plan's nth paid month: the first is reported by subscription-created, the others by -renewed. */
export function month(plan: TestPlan, n: number, { status = 'active', paidAt = new Date() } = {}) {
  const start = new Date(Date.UTC(2025, n, 15))
  const data = {
    ...described(plan, status),
    month: {
      invoiceId: invoiceOf(plan, n),
      paymentIntentId: null,
      periodStart: start.toISOString(),
      periodEnd: new Date(start.getTime() + 30 * dayMs).toISOString(),
      paidAt: paidAt.toISOString(),
    },
  }
  return n === 0
    ? emit.subscription('subscription-created', plan.subscriptionId, data)
    : emit.subscription('subscription-renewed', plan.subscriptionId, data)
}

export const cancelled = (plan: TestPlan) =>
  emit.subscription('subscription-cancelled', plan.subscriptionId, {
    ...described(plan, 'cancelled'),
    cancelledBy: 'customer',
  })

type OrderItem = EventData<'order-paid'>['items'][number]

/** A paid order with these items; by default an item is a potato for Gerald. */
export function orderPaid(items: Partial<OrderItem>[] = [{}], over: Partial<EventData<'order-paid'>> = {}) {
  const { prankId, name, description, tier, image } = potato
  const orderId = over.orderId ?? newId()
  return emit.order('order-paid', orderId, {
    orderId,
    ownerId: newId(),
    items: items.map((item, index) => ({
      parcelId: `${orderId}-${index + 1}`,
      prank: { id: prankId, name, description, tier, image },
      contactId: newId(),
      contact: {
        name: 'Gerald Snail',
        address: '1 Garden Path',
        city: 'Bend',
        state: 'OR',
        zipCode: '97701',
      },
      quantity: 1,
      priceCents: 499,
      ...item,
    })),
    totalCents: 499,
    customMessage: null,
    paidAt: new Date().toISOString(),
    ...over,
  })
}

interface StatusChange {
  orderId: string
  ownerId?: string | null
  from: OrderStatus
  to: OrderStatus
  at?: Date
  type?: 'once' | 'monthly'
}

export const statusChanged = ({ at = new Date(), type = 'once', ownerId = null, ...change }: StatusChange) =>
  emit.order('order-status-changed', change.orderId, {
    ...change,
    type,
    ownerId,
    actor: 'admin',
    at: at.toISOString(),
  })

export const newKey = () => randomUUID()
