import { randomUUID } from 'node:crypto'
import type { Contact, EventData, OrderStatus, ShipPrankInput, UnsentChoice } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import {
  newCustomer,
  newId,
  newPlanEvents,
  orderPaid as paidOrder,
  startServiceForTest,
  testAdminPassword,
} from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import { service } from '../src/service.ts'
import { gerald, potato, standIns } from './stand-ins.ts'

export { testAdminPassword as adminPassword } from '@prankpost/service-kit/testing'
export { gerald, numberOf, potato } from './stand-ins.ts'

/**
 * Fulfilment with a running consumer, on a database and queues used by this test file only, with stand-ins for contact,
 * catalog and order.
 */
export async function startFixture() {
  const { state: others, ...clients } = standIns()
  const fulfilment = await startServiceForTest(service, testNamespace(), { others: clients })
  const { call, deliver, models, operator } = fulfilment
  const { shipments, preferences } = models

  return {
    ...fulfilment,
    shipments,
    preferences,
    others,
    internal: fulfilment.clientFor('subscription-logs'),
    deadLetters: () => fulfilment.deadLetters('order-paid'),
    /** A call by the customer of a plan. */
    own: ({ ownerId }: Pick<TestPlan, 'ownerId'>, method: string, path: string, body?: unknown) =>
      call(method, path, { as: newCustomer({ id: ownerId }), body }),
    /** Adds a target to the address book of a customer. */
    target(ownerId: string, over: Partial<Contact> = {}): string {
      const id = newId()
      const contact: Contact = {
        id,
        ...gerald,
        state: 'OR',
        profilePicture: 'nerd',
        ...over,
      }
      others.targets.set(id, { ownerId, contact })
      return id
    },
    /** Prints documents: the PDF, or the refusal. */
    async print(kind: 'labels' | 'slips', parcelIds: string[]) {
      const response = await fetch(`${fulfilment.url}/api/admin/parcel-documents`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-admin-password': testAdminPassword },
        body: JSON.stringify({ kind, parcelIds }),
      })
      if (response.status === 200)
        return { status: 200, pages: (await readPdf(await response.arrayBuffer())).pages }
      const { message } = (await response.json()) as { message: string }
      return { status: response.status, message, pages: [] }
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
      return operator('POST', '/api/admin/ship-subscription-prank', body)
    },
    /** The data of the events that a shipment has emitted, in order. */
    async emitted(filter: { orderId: string } | { invoiceId: string }) {
      const shipment = await shipments.findOne(filter).lean()
      return (shipment?.outbox ?? []).map(({ data }) => data as EventData<'prank-shipped'>)
    },
  }
}

const emit = {
  order: createEmitter('order'),
  payment: createEmitter('payment'),
}

/** Data of a sender that fulfilment may receive and that must never be printed. */
export const sender = { email: 'canary@sender.test', firstName: 'Canary', lastName: 'Quillfeather' }

export type TestPlan = ReturnType<typeof newPlan>

/** A plan of which no event was delivered yet. */
export const newPlan = (prankCount = 3) =>
  newPlanEvents({ user: newCustomer(sender), prankCount, amountCents: 1497 })

export const invoiceOf = ({ subscriptionId }: TestPlan, n: number) => `in_${subscriptionId}_${n}`

/** The plan's nth paid month: the first is reported by subscription-created, the others by -renewed. */
export function month(plan: TestPlan, n: number, { status = 'active', paidAt = new Date() } = {}) {
  const paid = { invoiceId: invoiceOf(plan, n), paymentIntentId: null, paidAt: paidAt.toISOString() }
  const over = { status, month: plan.month(new Date(Date.UTC(2025, n, 15)).toISOString(), paid) }
  return n === 0 ? plan.created(undefined, over) : plan.renewed(undefined, over)
}

/** The end of a plan; without a choice it is an event of an earlier version. */
export const cancelled = (plan: TestPlan, unsent?: UnsentChoice) =>
  plan.cancelled(undefined, unsent && { unsent })

type OrderItem = EventData<'order-paid'>['items'][number]

/** A paid order with these items; by default an item is a potato for Gerald. */
export function orderPaid(items: Partial<OrderItem>[] = [{}], over: Partial<EventData<'order-paid'>> = {}) {
  const { prankId: id, name, description, tier, image } = potato
  const prank = { id, name, description, tier, image }
  return paidOrder({
    ownerId: newId(),
    ...over,
    items: items.map((item) => ({ prank, contactId: newId(), ...item })),
  })
}

/** A guest's order that got an owner. */
export const orderRecovered = (orderId: string, ownerId: string, { isAnnounced = true } = {}) =>
  emit.order('order-recovered', orderId, {
    ...{ orderId, ownerId, items: [], paidAt: new Date().toISOString(), isAnnounced },
  })

interface StatusChange {
  orderId: string
  ownerId?: string | null
  from: OrderStatus
  to: OrderStatus
  at?: Date
  type?: 'once' | 'monthly'
  current?: OrderParcels
}

type OrderParcels = Pick<EventData<'order-parcels-changed'>, 'parcelsRevision' | 'parcels'>

export const statusChanged = ({ at = new Date(), type = 'once', ownerId = null, ...change }: StatusChange) =>
  emit.order('order-status-changed', change.orderId, {
    ...change,
    type,
    ownerId,
    actor: 'admin',
    at: at.toISOString(),
  })

/**
 * The state of an order's parcels in this revision: one for each entry, with the changed parts of Gerald's address, or
 * withdrawn.
 */
export function parcelsOf(
  orderId: string,
  parcelsRevision: number,
  changes: (Partial<typeof gerald> | 'withdrawn')[],
): OrderParcels {
  const parcels = changes.map((change, index) => ({
    parcelId: `${orderId}-${index + 1}`,
    contact: { ...gerald, ...(change === 'withdrawn' ? {} : change) },
    isWithdrawn: change === 'withdrawn',
  }))
  return { parcelsRevision, parcels }
}

export const parcelsChanged = (orderId: string, state: OrderParcels, at = new Date()) =>
  emit.order('order-parcels-changed', orderId, { orderId, ...state, at: at.toISOString() })

/** A dispute about the payment of an order, or of a month (`invoiceId`), in a status since this second. */
export const disputeChanged = (
  about: { orderId: string } | { invoiceId: string } | object,
  status: EventData<'dispute-changed'>['status'],
  { second = 0, disputeId = 'dp_1' } = {},
) =>
  emit.payment('dispute-changed', disputeId, {
    orderId: null,
    planId: null,
    invoiceId: null,
    ...about,
    ownerId: null,
    disputeId,
    paymentIntentId: 'pi_1',
    amountCents: 499,
    reason: 'fraudulent',
    status,
    at: new Date(Date.UTC(2025, 5, 1, 12, 0, second)).toISOString(),
  })

export const newKey = () => randomUUID()
