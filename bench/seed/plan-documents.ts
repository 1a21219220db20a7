import { renewalConsent } from '@prankpost/contracts'
import type { Contact } from '../../services/contact/src/contact.model.ts'
import { queueFields } from '../../services/fulfilment/src/queue-entry.ts'
import type { Shipment } from '../../services/fulfilment/src/shipment.model.ts'
import { type Order, searchTermsOf, statusEntry } from '../../services/order/src/order.model.ts'
import { type Plan, planSearchTerms } from '../../services/subscription/src/plan.model.ts'
import { targetsOf } from './people.ts'
import { journalOfStory } from './plan-journal.ts'
import type { PlanStory, StoryMonth } from './plan-story.ts'
import { createRandom } from './random.ts'
import { after, dayMs, idOf, type World } from './world.ts'

/** A plan as the subscription service stores it. */
export function planDocument(story: PlanStory): Plan {
  const { id: _id, status, prankCount, amountCents, stripeSubscriptionId, months, createdAt } = story
  const { id: ownerId, ...customer } = story.customer
  const isStarted = months.length > 0
  const names = { _id, ownerId, customer, ...(isStarted ? { stripeSubscriptionId } : {}) }
  const shipped = months.flatMap(({ parcels }) => parcels.map(({ shippedAt }) => shippedAt))
  const told = {
    ...names,
    ...(status === 'cancelled' ? {} : { liveKey: ownerId }),
    status,
    prankCount,
    amountCents,
    agreements: [agreementOf(story)],
    months: months.map(({ paymentIntentId: _payment, parcels, ...month }) => ({
      ...month,
      parcelsShipped: parcels.length,
    })),
    failedThrough: story.failures.at(-1)?.periodStart ?? null,
    lastFulfillmentDate: shipped.length > 0 ? latest(shipped) : null,
    ...(isStarted ? { startedAt: latest(months.slice(0, 1).map(({ paidAt }) => paidAt)) } : {}),
    cancelledAt: story.end?.at ?? null,
    searchTerms: planSearchTerms(names),
    createdAt,
  }
  const journal = journalOfStory(story, { ...told, journal: [], updatedAt: createdAt })
  return {
    ...told,
    journal,
    updatedAt: latest([createdAt, ...shipped, ...journal.map(({ time }) => time)]),
    revision: 1 + journal.length + shipped.length,
    outbox: [],
  }
}

/** Each plan keeps the price that it starts with. */
const agreementOf = ({ amountCents, createdAt: at }: PlanStory) => ({ ...renewalConsent(amountCents), at })

const latest = (dates: Date[]): Date => new Date(Math.max(...dates.map(Number)))

/** A plan's paid month as the order service stores it. */
export function monthOrder(story: PlanStory, month: StoryMonth, { now }: World): Order {
  const { id: ownerId, firstName, lastName, email } = story.customer
  const random = createRandom(month.invoiceId, 'order')
  const createdAt = after(month.paidAt, random.between(500, 2_500))
  const order = {
    _id: idOf(random.objectId(createdAt)),
    ownerId,
    type: month === story.months[0] ? ('subscription' as const) : ('monthly' as const),
    status: 'paid' as Order['status'],
    checkout: null,
    customer: { name: `${firstName} ${lastName}`, email },
    items: month.parcels.map(({ eventId: _event, ...parcel }) => ({
      ...parcel,
      deliveredAt: null,
      priceCents: Math.round(story.amountCents / story.prankCount),
    })),
    totalCents: story.amountCents,
    discountCode: null,
    customMessage: null,
    agreement: agreementOf(story),
    paymentIntentId: month.paymentIntentId,
    paidAt: month.paidAt,
    plan: {
      subscriptionId: story.id,
      stripeSubscriptionId: story.stripeSubscriptionId,
      ...(story.end === null ? {} : { endedAt: story.end.at }),
    },
    invoiceId: month.invoiceId,
    statusHistory: [statusEntry('paid', 'subscription', createdAt)],
    createdAt,
    revision: 1 + month.parcels.length + (story.end === null ? 0 : 1),
    outbox: [],
  }
  for (const [index, { shippedAt }] of month.parcels.entries()) {
    const status = index + 1 === story.prankCount ? 'shipped' : 'processing'
    if (status !== order.status) order.statusHistory.push(statusEntry(status, 'fulfilment', shippedAt))
    order.status = status
  }
  // The end of a plan closes its months.
  if (story.end !== null && (order.status === 'paid' || order.status === 'processing')) {
    order.status = month.parcels.length > 0 ? 'shipped' : 'cancelled'
    order.statusHistory.push(statusEntry(order.status, 'subscription', story.end.at))
  }
  const deliveredAt = after(month.paidAt, random.between(7, 12) * dayMs)
  if (order.status === 'shipped' && deliveredAt < now && random.chance(0.6)) {
    order.status = 'delivered'
    order.statusHistory.push(statusEntry('delivered', 'admin', deliveredAt))
    order.revision++
  }
  return { ...order, searchTerms: searchTermsOf(order) }
}

/** A plan's paid month as fulfilment stores it. */
export function monthShipment(story: PlanStory, month: StoryMonth): Shipment {
  const random = createRandom(month.invoiceId, 'shipment')
  const parcelsDue = story.end === null ? story.prankCount - month.parcels.length : 0
  const shipment = {
    _id: idOf(random.objectId(month.paidAt)),
    ownerId: story.customer.id,
    invoiceId: month.invoiceId,
    plan: {
      subscriptionId: story.id,
      stripeSubscriptionId: story.stripeSubscriptionId,
      periodStart: month.periodStart,
    },
    customMessage: null,
    parcels: month.parcels,
    parcelsTotal: story.prankCount,
    paidAt: month.paidAt,
    withdrawnAt: story.end?.at ?? null,
    ...(parcelsDue > 0 ? { parcelsDue, dueSince: month.paidAt } : {}),
    ...(month.parcels.length > 0 ? { lastShippedAt: latest(month.parcels.map((one) => one.shippedAt)) } : {}),
    revision: 1 + month.parcels.length + (story.end === null ? 0 : 1),
    outbox: [],
  }
  return { ...shipment, ...queueFields(shipment) }
}

/** The address book of a plan's customer as the contact service stores it. */
export function addressBook({ customer, createdAt }: PlanStory): Contact[] {
  const random = createRandom(customer.id, 'avatars')
  return targetsOf(customer).map(({ id, contact }, slot) => ({
    _id: id,
    ownerId: customer.id,
    slot,
    ...contact,
    profilePicture: random.pick([
      'hunk',
      'clown',
      'angry',
      'sad',
      'hippy',
      'unicorn',
      'babe',
      'nerd',
    ] as const),
    createdAt: after(createdAt, -(slot + 1) * 60_000),
    updatedAt: after(createdAt, -(slot + 1) * 60_000),
    revision: 1,
    outbox: [],
  }))
}
