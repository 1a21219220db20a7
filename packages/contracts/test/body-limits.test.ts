import { describe, expect, test } from 'vitest'
import {
  type ApiKey,
  addressesCheckMaxBytes,
  api,
  type BodyIn,
  exportPartMaxBytes,
  maxBodyBytesOf,
  orderSessionMaxBytes,
  parcelsHoldMaxBytes,
} from '../src/index.ts'

const id = 'f0'.repeat(12)
/** A text of this length with characters of 3 bytes, the largest possible in UTF-8. */
const long = (length: number) => '€'.repeat(length)
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

/** An item as the store sends it, with all fields of the cart and every text at its maximum length. */
const item = {
  prankId: id,
  contactId: id,
  quantity: 10,
  price: '$4.99',
  contactName: long(100),
  contactAddress: long(200),
  contactAddress2: long(100),
  contactCity: long(100),
  contactState: 'OR',
  contactZipCode: '12345-6789',
  contactProfilePicture: 'unicorn',
  prankName: long(60),
  prankTier: long(30),
  prankImageUrl: 'condiments',
  reveal: { mode: 'date' as const, date: '2026-04-01', name: long(32), names: many(4, long(24)) },
}
const order = {
  cartItems: many(50, item),
  customerInfo: { email: 'x'.repeat(254), name: long(201), userId: id },
  total: '9999.99',
  discountCode: 'MARKYMARC',
  customMessage: long(280),
}

/** The largest valid body of each endpoint that has its own limit or comes close to the default limit. */
const largest = {
  'POST /api/validate-order': order,
  'POST /api/create-order-record': { ...order, status: 'pending_payment' as const },
  'POST /api/create-checkout-session': { ...order, amount: '9999.99', subscriptionType: 'once' as const },
  'POST /api/contact-submit': {
    name: long(100),
    email: 'x'.repeat(254),
    subject: long(150),
    message: long(5_000),
  },
  'POST /api/funnel': {
    source: 'direct' as const,
    steps: many(20, { step: 'checkout' as const, prankId: id }),
  },
  'POST /api/slips/report': { code: long(40), message: long(1_000) },
  'POST /api/slips/guess': { code: long(40), name: long(24) },
  'POST /api/slips/reaction': { code: long(40), emoji: '😂' as const, message: long(200) },
  'POST /api/admin/cases/:id/close': { outcome: 'dismissed', note: long(500) },
  'POST /api/admin/cases/:id/sender': { reason: long(500) },
  'POST /api/do-not-prank': {
    address: long(200),
    address2: long(100),
    city: long(100),
    state: 'OR',
    zipCode: '12345-6789',
    email: 'x'.repeat(254),
  },
  'POST /api/admin/contact-messages/:id/replies': { text: long(5_000), replyCount: 100 },
  'POST /api/admin/reply-templates': { name: long(60), text: long(5_000) },
  'POST /api/messages/thread/replies': { token: 'x'.repeat(2_000), text: long(5_000) },
  'PUT /api/admin/contact-messages/:id': {
    adminNotes: long(5_000),
    status: 'resolved' as const,
    assignee: 'me' as const,
    previous: { adminNotes: long(5_000), status: 'resolved' as const, assignee: { id, name: long(100) } },
  },
  'POST /api/admin/orders/status': { status: 'shipped' as const, orderIds: many(200, id) },
  'POST /api/admin/parcel-documents': { kind: 'labels' as const, parcelIds: many(500, 'x'.repeat(100)) },
  'POST /api/admin/parcels/pick-list': { ids: many(500, 'x'.repeat(100)) },
  'POST /api/admin/parcels/labels': { ids: many(500, 'x'.repeat(100)) },
  'POST /api/admin/parcels/ship': {
    parcels: many(500, { id: 'x'.repeat(100), carrier: 'FedEx' as const, trackingNumber: 'x'.repeat(100) }),
  },
  // A file of plain text; in JSON each of its line breaks takes two bytes.
  'POST /api/admin/parcels/import': { csv: `${'x'.repeat(99)}\n`.repeat(10_000) },
  'POST /api/admin/texts/:name/versions': { markdown: long(20_000), basedOn: 1_000_000 },
  'POST /api/admin/texts/preview': { markdown: long(20_000) },
  'POST /api/admin/dead-letters/order/replay': {
    event: 'x'.repeat(100),
    ids: many(200, 'x'.repeat(100)),
  },
  'POST /api/admin/ship-subscription-prank': {
    stripeSubscriptionId: 'x'.repeat(255),
    userId: id,
    prankId: id,
    contactId: id,
    adminNotes: long(2_000),
    trackingNumber: 'x'.repeat(100),
    idempotencyKey: crypto.randomUUID(),
  },
  'PUT /api/subscriptions/:id/preferences': {
    excludedPrankIds: many(500, id),
    excludedContactIds: many(500, id),
  },
  'POST /api/auth/register': {
    email: 'x'.repeat(254),
    password: long(200),
    firstName: long(100),
    lastName: long(100),
  },
} satisfies { [K in ApiKey]?: BodyIn<K> }

describe('the body limits', () => {
  test.each(Object.entries(largest) as [ApiKey, object][])(
    'when the largest body of %s is sent, with the admin password in it, then it is within the limit',
    (key, body) => {
      const sent = JSON.stringify({ ...body, adminPassword: long(200) })
      expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(maxBodyBytesOf(key))
    },
  )

  test('when operators cannot call it then its limit is at most 128 kB, and a limit other than the default is tested above', () => {
    for (const key of Object.keys(api) as ApiKey[]) {
      if (api[key].access !== 'admin') expect(maxBodyBytesOf(key)).toBeLessThanOrEqual(131_072)
      const isTested = key in largest || /^POST .*\/(stripe|replay)$/.test(key) || 'upload' in api[key]
      expect([key, maxBodyBytesOf(key) === 16_384 || isTested]).toEqual([key, true])
    }
  })

  test('when services send each other the largest bodies then they are within the limits', () => {
    const line = { name: long(300), quantity: 10, unitCents: 499 }
    const session = { orderId: id, ownerId: id, customerEmail: 'x'.repeat(254), lines: many(50, line) }
    expect(Buffer.byteLength(JSON.stringify(session))).toBeLessThanOrEqual(orderSessionMaxBytes)
    const place = { address: long(200), address2: long(100), zipCode: '12345-6789' }
    const check = { senderId: id, isOneOrder: true, places: many(500, place) }
    expect(Buffer.byteLength(JSON.stringify(check))).toBeLessThanOrEqual(addressesCheckMaxBytes)
    const parcels = many(50, { ...place, parcelId: 'x'.repeat(100) })
    const hold = { purchaseId: id, senderId: id, parcels, paid: false, sessionId: 'x'.repeat(255) }
    expect(Buffer.byteLength(JSON.stringify(hold))).toBeLessThanOrEqual(parcelsHoldMaxBytes)
    // A part is sent when it has 200,000 characters; its last record may be an order of the largest size.
    const part = 3 * 200_000 + Buffer.byteLength(JSON.stringify(order)) + 1_000
    expect(part).toBeLessThanOrEqual(exportPartMaxBytes)
  })
})
