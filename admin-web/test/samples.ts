import type { AuditEntry } from '@prankpost/contracts/audit'
import { checkoutConsent } from '@prankpost/contracts/consent'
import type { DeadLetterEntry } from '@prankpost/contracts/dead-letter'
import type { AdminOrder } from '@prankpost/contracts/order'
import type { Subscription } from '@prankpost/contracts/subscription'
import type { SubscriptionLog } from '@prankpost/contracts/subscription-log'
import type { ContactMessage } from '@prankpost/contracts/support'

/** An id in the format of the databases. */
export const idOf = (n: number) => n.toString(16).padStart(24, '0')

/** A message of the contact form. */
export const messageOf = (n: number, part: Partial<ContactMessage> = {}): ContactMessage => ({
  id: idOf(n),
  subject: `Where is potato ${n}?`,
  name: 'Pat Potato',
  email: 'pat@example.com',
  message: 'It is late.\nVery late.',
  status: 'new',
  adminNotes: null,
  createdAt: '2026-01-02T15:05:00.000Z',
  assignee: null,
  replyCount: 0,
  answered: false,
  waitingSince: '2026-01-02T15:05:00.000Z',
  ...part,
})

/** An entry of the plan log. */
export const logOf = (n: number, part: Partial<SubscriptionLog> = {}): SubscriptionLog => ({
  id: `entry-${n}`,
  action: 'created',
  createdAt: '2026-01-02T15:05:00.000Z',
  subscriptionId: idOf(900 + n),
  stripeSubscriptionId: `sub_plan${String(n).padStart(8, '0')}`,
  user: { id: idOf(500 + n), email: `pat${n}@example.com` },
  previousStatus: null,
  newStatus: 'active',
  prankCount: 3,
  amount: '14.97',
  details: `Plan ${n} was started.`,
  trackingNumber: null,
  adminNotes: null,
  metadata: { event: 'subscription-created' },
  ...part,
})

/** A message that the order service could not process. */
export const deadLetterOf = (n: number, part: Partial<DeadLetterEntry> = {}): DeadLetterEntry => ({
  id: `0b9e7a54-0000-4000-8000-${String(n).padStart(12, '0')}`,
  service: 'order',
  event: 'payment-succeeded',
  reason: `order ${n} is not known`,
  failedAt: '2026-01-02T15:05:00.000Z',
  failures: 5,
  content: JSON.stringify({ specversion: '1.0', type: 'payment-succeeded', data: { orderId: idOf(n) } }),
  ...part,
})

/** An action of the operator; the higher its number, the newer. */
export const auditEntryOf = (n: number, part: Partial<AuditEntry> = {}): AuditEntry => ({
  id: idOf(n),
  service: 'order',
  at: '2026-01-02T15:05:00.000Z',
  actor: 'admin',
  address: '203.0.113.9',
  requestId: `request-${n}`,
  endpoint: 'PATCH /api/admin/orders/:id/status',
  params: { id: idOf(700 + n) },
  body: '{"status":"shipped"}',
  outcome: { status: 200, ms: 12 },
  records: null,
  ...part,
})

/** What a customer agreed to with an order of $4.99. */
export const agreementOf = (
  part: Partial<NonNullable<AdminOrder['agreement']>> = {},
): NonNullable<AdminOrder['agreement']> => {
  const { kind, version, wording } = checkoutConsent(499)
  const price = { price: '4.99', interval: null, agreedAt: '2026-01-02T15:05:00.000Z' }
  return { kind, version, wording, ...price, ...part }
}

/** A paid one-time order with one parcel; the higher its number, the newer. */
export const orderOf = (n: number, part: Partial<AdminOrder> = {}): AdminOrder => ({
  id: idOf(n),
  orderNumber: idOf(n).slice(-8).toUpperCase(),
  createdAt: '2026-01-02T15:05:00.000Z',
  totalAmount: '4.99',
  subscriptionType: 'once',
  status: 'paid',
  stripePaymentIntentId: `pi_3NcKdLq0x${String(n).padStart(8, 'a')}`,
  customerName: `Casey Customer ${n}`,
  customerEmail: `casey${n}@example.com`,
  customMessage: null,
  discountCode: null,
  user: { id: idOf(500 + n), email: `casey${n}@example.com`, stripeSubscriptionId: null },
  refunded: '0.00',
  refunds: [],
  disputes: [],
  agreement: agreementOf(),
  cancellation: null,
  items: [itemOf('i1')],
  statusHistory: [
    { status: 'pending', at: '2026-01-02T15:05:00.000Z', actor: 'customer' },
    { status: 'paid', at: '2026-01-02T15:06:00.000Z', actor: 'payment' },
  ],
  ...part,
})

type Item = AdminOrder['items'][number]

/** An item that an order sends to one target. */
export const itemOf = (id: string, part: Partial<Item> = {}): Item => ({
  id,
  quantity: 1,
  price: '4.99',
  prank: { name: 'Raw Potato', description: 'One potato, raw, with an address on it.', tier: 'Standard' },
  contact: {
    name: 'Tim Target',
    address: '1 Main St',
    address2: null,
    city: 'Springfield',
    state: 'IL',
    zipCode: '62701',
  },
  status: 'preparing',
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  deliveredAt: null,
  sentAgainAt: null,
  reference: null,
  adminNotes: null,
  ...part,
})

/** A refund of an order by the operator, as Stripe has confirmed it. */
export const refundOf = (
  part: Partial<AdminOrder['refunds'][number]> = {},
): AdminOrder['refunds'][number] => ({
  id: idOf(800),
  amount: '4.99',
  status: 'succeeded',
  reason: 'It arrived squashed.',
  by: 'operator',
  at: '2026-01-04T15:05:00.000Z',
  failureReason: null,
  resolvedAt: null,
  ...part,
})

/** An open dispute of an order. */
export const disputeOf = (
  part: Partial<AdminOrder['disputes'][number]> = {},
): AdminOrder['disputes'][number] => ({
  id: 'dp_1NcKdLq0x',
  status: 'open',
  reason: 'product_not_received',
  amount: '4.99',
  openedAt: '2026-01-05T15:05:00.000Z',
  closedAt: null,
  ...part,
})

/** An Auto-Prank plan of three a month, for which nothing was shipped yet. */
export const planOf = (n: number, part: Partial<Subscription> = {}): Subscription => ({
  id: idOf(700 + n),
  userId: idOf(500 + n),
  status: 'active',
  prankCount: 3,
  monthlyAmount: '14.97',
  prices: ['4.99', '9.98', '14.97', '19.96', '24.95'],
  agreement: null,
  stripeSubscriptionId: `sub_1NcKdLq0x${String(n).padStart(8, 'a')}`,
  createdAt: '2026-01-02T15:05:00.000Z',
  updatedAt: '2026-01-03T16:05:00.000Z',
  nextPrankCount: null,
  nextMonthlyAmount: null,
  changesAt: null,
  pausedUntil: null,
  nextChargeAt: null,
  currentPeriodEnd: '2026-02-02T15:05:00.000Z',
  cancelledAt: null,
  fulfillmentStatus: 'yellow',
  parcelsDue: 3,
  lastFulfillmentDate: null,
  user: { id: idOf(500 + n), email: `pat${n}@example.com`, firstName: 'Pat', lastName: `Potato ${n}` },
  ...part,
})
