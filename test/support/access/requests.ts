import type { ApiKey } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { hire } from '../operators.ts'
import { callAs } from './callers.ts'
import { catalogRequests } from './catalog-requests.ts'
import { consentRequests } from './consent-requests.ts'
import { messageRequests } from './message-requests.ts'
import { parcelRequests } from './parcel-requests.ts'
import type { World } from './world.ts'

/** A call that the owner, or the operator, would make on data of the owner. */
export interface OwnersRequest {
  params?: Record<string, string>
  body?: unknown
  /** The ids in it that belong to the owner. */
  ids?: string[]
}

export interface Fixture {
  make?: (world: World) => Promise<OwnersRequest> | OwnersRequest
  /** The status for another customer; 404 if the call names something of the owner. */
  stranger?: number
  /** The status for the owner or the operator, if it is not the contract's success status. */
  allowed?: number
}

const cartOf = async (world: World) => {
  const { contactId, ...cart } = await world.cart()
  return { cart, ids: [contactId] }
}
// Another customer's target is answered like an unknown one; the message names it for the customer.
const notInAddressBook = 400
/** An own order, or plan, by its id. */
const orderById = async ({ knownOrder }: World) => {
  const { orderId } = await knownOrder()
  return { params: { id: orderId }, ids: [orderId] }
}
const orderToCancel = async ({ paidOrder }: World) => {
  const { orderId } = await paidOrder()
  return { params: { id: orderId }, ids: [orderId] }
}
const planById = async ({ plan }: World) => {
  const { id } = await plan()
  return { params: { id }, ids: [id] }
}
const someCustomer = async ({ passerBy }: World) => ({ params: { id: (await passerBy()).id } })
/** An operator who has not accepted the invitation. */
const invited = async ({ stack }: World) => {
  const body = { name: 'N', email: `new-${Math.random()}@shop.test`, role: 'viewer' }
  const { text } = await callAs(stack, stack, 'POST /api/admin/operators', { body })
  return { params: { id: JSON.parse(text).id as string } }
}
const token = { token: 'no.such.token' }

/** A request for each endpoint with input; endpoints without input need none. */
const requests: Partial<Record<ApiKey, Fixture>> = {
  'POST /api/auth/login': {
    make: async ({ passerBy }) => ({
      body: { email: (await passerBy()).email, password: 'correct horse' },
    }),
  },
  'POST /api/auth/register': {
    make: () => ({
      body: {
        email: `new-${Math.random()}@customers.test`,
        password: 'correct horse',
        firstName: 'N',
        lastName: 'N',
      },
    }),
    // The second and third caller find that the address exists.
    allowed: 409,
  },
  'POST /api/auth/verify-email': { make: () => ({ body: token }), allowed: 400 },
  'POST /api/auth/forgot-password': { make: ({ stranger }) => ({ body: { email: stranger.email } }) },
  'POST /api/auth/reset-password': {
    make: () => ({ body: { ...token, password: 'correct horse' } }),
    allowed: 400,
  },
  'POST /api/auth/password': {
    make: () => ({ body: { currentPassword: 'not the one', newPassword: 'correct horses' } }),
    // The caller has access; only the given password is wrong.
    allowed: 403,
  },
  'GET /api/auth/data-export/file': {
    make: async ({ owner }) => {
      await owner.insist('POST', '/api/auth/data-export', undefined, 201)
      await until(async () => (await owner.call('GET', '/api/auth/data-export')).body.state === 'ready')
      return {}
    },
  },
  'POST /api/auth/account-deletion': {
    make: () => ({ body: { password: 'not the one', confirmation: 'DELETE' } }),
    // The caller has access; only the given password is wrong.
    allowed: 403,
  },
  'POST /api/admin/login': { make: ({ stack }) => ({ body: { password: stack.adminPassword } }) },
  'GET /api/admin/operators': {},
  'POST /api/admin/operators': {
    make: () => ({ body: { name: 'N', email: `new-${Math.random()}@shop.test`, role: 'viewer' } }),
  },
  'PATCH /api/admin/operators/:id': {
    make: async (world) => ({ ...(await invited(world)), body: { name: 'New' } }),
  },
  'DELETE /api/admin/operators/:id': { make: invited },
  'GET /api/admin/customers': {},
  'GET /api/admin/customers/:id': { make: someCustomer },
  'POST /api/admin/customers/:id/block': {
    make: async (world) => ({ ...(await someCustomer(world)), body: { reason: 'Chargebacks' } }),
  },
  'POST /api/admin/customers/:id/unblock': { make: someCustomer },
  'POST /api/admin/customers/:id/sign-out': { make: someCustomer },
  'POST /api/admin/customers/:id/mails': {
    make: async (world) => ({ ...(await someCustomer(world)), body: { purpose: 'reset-password' } }),
  },
  'POST /api/admin/customers/:id/notes': {
    make: async (world) => ({ ...(await someCustomer(world)), body: { text: 'Called us.' } }),
  },
  'POST /api/operators/sign-in': {
    make: async ({ stack }) => {
      const { email, password } = await hire(stack, 'viewer')
      return { body: { email, password } }
    },
  },
  // The shared password has no one-time codes.
  'POST /api/operators/totp': { allowed: 409 },
  'POST /api/operators/totp/confirm': { make: () => ({ body: { code: '123456' } }), allowed: 409 },
  'POST /api/operators/invitation': { make: () => ({ body: token }), allowed: 400 },
  'POST /api/operators/invitation/accept': {
    make: () => ({ body: { ...token, password: 'seven quiet snails' } }),
    allowed: 400,
  },
  'POST /api/webhooks/stripe': { allowed: 400 },
  'POST /api/funnel': { make: () => ({ body: { source: 'direct', steps: [{ step: 'visit' }] } }) },
  'POST /api/contact-submit': {
    make: () => ({ body: { name: 'N', email: 'n@customers.test', subject: 'N', message: 'N' } }),
  },

  'POST /api/contacts': {
    make: ({ target }) => ({ body: { ...target, name: 'Somebody', address: '1 Path' } }),
  },
  'PUT /api/contacts/:id': {
    make: async ({ contact, target }) => {
      const id = await contact()
      return { params: { id }, body: target, ids: [id] }
    },
  },
  'PATCH /api/contacts/:id': {
    make: async ({ contact }) => {
      const id = await contact()
      return { params: { id }, body: { city: 'Elko' }, ids: [id] }
    },
  },
  'DELETE /api/contacts/:id': {
    make: async ({ contact }) => {
      const id = await contact()
      return { params: { id }, ids: [id] }
    },
  },

  // A request has no query, and so no ZIP code.
  'GET /api/delivery-dates': { allowed: 400 },
  'POST /api/validate-order': {
    make: async (world) => {
      const { cart, ids } = await cartOf(world)
      return { body: cart, ids }
    },
    stranger: notInAddressBook,
  },
  'POST /api/create-order-record': {
    make: async (world) => {
      const { cart, ids } = await cartOf(world)
      return { body: cart, ids }
    },
    stranger: notInAddressBook,
  },
  'POST /api/create-checkout-session': {
    make: async (world) => {
      const { cart, ids } = await cartOf(world)
      return { body: { cartItems: cart.cartItems, amount: cart.total }, ids }
    },
    stranger: notInAddressBook,
  },
  'POST /api/create-stripe-session': {
    make: async ({ order }) => {
      const placed = await order()
      return { body: placed, ids: [placed.orderId] }
    },
  },
  'POST /api/update-order-status': {
    make: async ({ openOrder }) => {
      const { orderId, sessionId } = await openOrder()
      const body = { orderId, status: 'payment_session_created', stripeSessionId: sessionId }
      return { body, ids: [orderId, sessionId] }
    },
  },
  'POST /api/migrate-guest-orders': { allowed: 403 },
  'POST /api/confirm-payment-success': {
    make: async ({ knownOrder }) => {
      const { orderId, sessionId } = await knownOrder()
      return { body: { orderId, sessionId }, ids: [orderId, sessionId] }
    },
  },
  'POST /api/process-subscription-success': {
    make: async ({ plan }) => {
      const { sessionId } = await plan()
      return { body: { sessionId }, ids: [sessionId] }
    },
  },
  'POST /api/create-subscription-checkout': {
    make: async ({ plan }) => {
      await plan()
      return { body: { prankCount: 1 } }
    },
    // The owner has a plan already.
    allowed: 409,
  },
  'GET /api/orders/:id': { make: orderById },
  'POST /api/orders/:id/cancel': { make: orderToCancel },
  'PATCH /api/orders/:id/items/:itemId': {
    make: async (world) => {
      const { params, ids } = await orderById(world)
      return { params: { ...params, itemId: '1' }, body: { contactCity: 'Eugene' }, ids }
    },
  },
  'GET /api/orders/:id/receipt': { make: orderById },
  // Who has the link may read it; there is no valid token here.
  'GET /api/order-links/:token': { make: () => ({ params: token }), allowed: 404 },
  'PUT /api/account/mail-preferences': {
    make: () => ({ body: { preferences: [{ kind: 'parcel-shipped', enabled: false }] } }),
  },
  'POST /api/subscriptions/:id/cancel': { make: planById },
  'PATCH /api/subscriptions/:id': {
    make: async (world) => ({ ...(await planById(world)), body: { prankCount: 4 } }),
  },
  // In this order, each of the three is possible.
  'POST /api/subscriptions/:id/pause': {
    make: async (world) => ({ ...(await planById(world)), body: { months: 1 } }),
  },
  'POST /api/subscriptions/:id/resume': { make: planById },
  'POST /api/subscriptions/:id/skip': { make: planById },
  'GET /api/subscriptions/:id/draw': { make: planById },
  'POST /api/subscriptions/:id/draw/:slot/swap': {
    make: async (world) => {
      await world.contact()
      const { params, ids } = await planById(world)
      return { params: { ...params, slot: '1' }, ids }
    },
  },
  'GET /api/subscriptions/:id/preferences': { make: planById },
  'PUT /api/subscriptions/:id/preferences': {
    make: async (world) => ({
      ...(await planById(world)),
      body: { excludedPrankIds: [], excludedContactIds: [] },
    }),
  },

  'GET /api/admin/user-contacts/:userId': { make: ({ owner }) => ({ params: { userId: owner.id } }) },
  'GET /api/admin/sent-pranks/:userId': { make: ({ owner }) => ({ params: { userId: owner.id } }) },
  'GET /api/admin/reports/:report/export': { make: () => ({ params: { report: 'sales' } }) },
  'PATCH /api/admin/orders/:id/status': {
    make: async ({ paidOrder }) => ({
      params: { id: (await paidOrder()).orderId },
      body: { status: 'shipped' },
    }),
  },
  'POST /api/admin/orders/:id/refunds': {
    make: async (world) => ({
      params: (await orderById(world)).params,
      body: { amount: '1.00', reason: 'Broken' },
    }),
  },
  'PATCH /api/admin/orders/:id/refunds/:refundId': {
    make: async (world) => ({
      params: { ...(await orderById(world)).params, refundId: 'no-such-refund' },
      body: { resolved: true },
    }),
    allowed: 404,
  },
  'POST /api/admin/orders/:id/cancel': {
    make: async (world) => ({
      params: (await orderToCancel(world)).params,
      body: { reason: 'Out of stock' },
    }),
  },
  'PATCH /api/admin/orders/:id/items/:itemId': {
    make: async (world) => ({
      params: { ...(await orderById(world)).params, itemId: '1' },
      body: { trackingNumber: '9400100000000000000000' },
    }),
  },
  'GET /api/admin/plan-draw/:stripeSubscriptionId': {
    make: async ({ plan }) => ({
      params: { stripeSubscriptionId: String((await plan()).stripeSubscriptionId) },
    }),
  },
  'POST /api/admin/orders/status': {
    make: async ({ paidOrder }) => ({ body: { orderIds: [(await paidOrder()).orderId], status: 'shipped' } }),
  },
  'POST /api/admin/ship-subscription-prank': {
    make: async ({ plan, contact, prankId }) => {
      const { stripeSubscriptionId, userId } = await plan()
      return { body: { stripeSubscriptionId, userId, prankId, contactId: await contact() } }
    },
  },
  'POST /api/admin/parcel-documents': {
    make: () => ({ body: { kind: 'labels', parcelIds: ['no-such-parcel'] } }),
    allowed: 404,
  },
  ...catalogRequests,
  ...parcelRequests,
  ...messageRequests,
  ...consentRequests,
}

/** The request of an endpoint; undefined if it is missing. */
export function fixtureOf(key: ApiKey, takesSomething: boolean): Fixture | undefined {
  if (/^POST \/api\/admin\/dead-letters\/[^/]+\/replay$/.test(key)) return { make: () => ({ body: {} }) }
  return requests[key] ?? (takesSomething ? undefined : {})
}
