import type { DatabaseOf } from '../bench/proof/entries.ts'

/** An order as it is stored. */
export interface StoredOrder {
  _id: unknown
  ownerId: string | null
  type: 'once' | 'subscription' | 'monthly'
  status: string
  totalCents: number
  paymentIntentId: string | null
  customMessage: string | null
  paidAt?: Date
  invoiceId?: string
  plan: { subscriptionId: string; stripeSubscriptionId: string } | null
  items: { id: string; quantity: number; priceCents: number }[]
  statusHistory: { status: string; at: Date; actor: string }[]
}

/** A payment of an order as it is stored. */
interface StoredPayment {
  _id: string
  kind: string
  amountCents: number
  sessions: { id: string | null; status: string; paymentIntentId: string | null }[]
}

/** A shipment as it is stored. */
interface StoredShipment {
  orderId?: string
  invoiceId?: string
  ownerId: string | null
  plan?: { subscriptionId: string; stripeSubscriptionId: string }
  parcels: { id: string; quantity: number; shippedAt: Date | null }[]
  parcelsTotal: number
  parcelsDue?: number
}

/** A parcel that the log tells of. */
interface LoggedParcel {
  subscriptionId: string
  metadata: { event: string; parcelId: string; invoiceId: string }
}

/** A plan's months as they are stored. */
interface StoredPlan {
  _id: string
  months: { invoiceId: string; parcelsShipped: number }[]
}

/** A mail to a customer as it is kept: without what it said. */
interface StoredMail {
  userId: string
  kind: string
  status: string
}

/** All that the services keep of what was bought and sent. */
export interface Stores {
  orders: StoredOrder[]
  payments: StoredPayment[]
  shipments: StoredShipment[]
  loggedParcels: LoggedParcel[]
  plans: StoredPlan[]
  mails: StoredMail[]
}

/** Reads what the services keep, past the services. */
export async function readStores(database: DatabaseOf): Promise<Stores> {
  const all = <T extends object>(service: string, name: string, filter = {}, fields: (keyof T)[] = []) =>
    database(service)
      .collection<T>(name)
      .find(filter as never, { projection: Object.fromEntries(fields.map((field) => [field, 1])) })
      .toArray() as Promise<unknown> as Promise<T[]>
  const [orders, payments, shipments, loggedParcels, plans, mails] = await Promise.all([
    all<StoredOrder>('order', 'orders', {}, [
      ...(['ownerId', 'type', 'status', 'totalCents', 'paymentIntentId', 'customMessage'] as const),
      ...(['paidAt', 'invoiceId', 'plan', 'items', 'statusHistory'] as const),
    ]),
    all<StoredPayment>('payment', 'payments', { kind: 'order' }, ['kind', 'amountCents', 'sessions']),
    all<StoredShipment>('fulfilment', 'shipments', {}, [
      ...(['orderId', 'invoiceId', 'ownerId', 'plan', 'parcels', 'parcelsTotal', 'parcelsDue'] as const),
    ]),
    all<LoggedParcel>('subscription-logs', 'logs', { 'metadata.event': 'prank-shipped' }, [
      'subscriptionId',
      'metadata',
    ]),
    all<StoredPlan>('subscription', 'subscriptions', { status: { $ne: 'pending' } }, ['months']),
    all<StoredMail>('notification', 'mails', {}, ['userId', 'kind', 'status']),
  ])
  return { orders, payments, shipments, loggedParcels, plans, mails }
}

/** The services whose documents hold events until they are confirmed, with the collections. */
const outboxes: [service: string, collection: string][] = [
  ['auth', 'users'],
  ['auth', 'ended_sessions'],
  ['order', 'orders'],
  ['payment', 'payments'],
  ['subscription', 'subscriptions'],
  ['fulfilment', 'shipments'],
  ['contact', 'contacts'],
  ['catalog', 'pranks'],
]

/** Stripe's events that payment has taken in and not worked off. */
export const inboxDepth = (database: DatabaseOf): Promise<number> =>
  database('payment')
    .collection('inbox')
    .countDocuments({ state: { $ne: 'done' } })

/** Documents with events that no broker has confirmed. */
export async function outboxDepth(database: DatabaseOf): Promise<number> {
  const counts = await Promise.all(
    outboxes.map(([service, collection]) =>
      database(service)
        .collection(collection)
        .countDocuments({ outboxDueAt: { $exists: true } }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
