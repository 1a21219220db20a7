import type { ApiKey } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { signUp, type World } from './world.ts'

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
const token = { token: 'no.such.token' }

/** A request for each endpoint with input; endpoints without input need none. */
const requests: Partial<Record<ApiKey, Fixture>> = {
  'POST /api/auth/login': {
    make: async ({ stack }) => {
      const { email } = await signUp(stack, 'passerby', 'Nobody')
      return { body: { email, password: 'correct horse' } }
    },
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
  'POST /api/webhooks/stripe': { allowed: 400 },
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
    make: async ({ paidOrder }) => {
      const { orderId, sessionId } = await paidOrder()
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
  'POST /api/subscriptions/:id/cancel': {
    make: async ({ plan }) => {
      const { id } = await plan()
      return { params: { id }, ids: [id] }
    },
  },

  'GET /api/admin/user-contacts/:userId': { make: ({ owner }) => ({ params: { userId: owner.id } }) },
  'GET /api/admin/sent-pranks/:userId': { make: ({ owner }) => ({ params: { userId: owner.id } }) },
  'PATCH /api/admin/orders/:id/status': {
    make: async ({ paidOrder }) => ({
      params: { id: (await paidOrder()).orderId },
      body: { status: 'shipped' },
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
  'PUT /api/admin/contact-messages/:id': {
    make: async ({ message }) => ({ params: { id: await message() }, body: { status: 'resolved' } }),
  },
  'DELETE /api/admin/contact-messages/:id': {
    make: async ({ message }) => ({ params: { id: await message() } }),
  },
}

/** The request of an endpoint; undefined if it is missing. */
export function fixtureOf(key: ApiKey, takesSomething: boolean): Fixture | undefined {
  if (/^POST \/api\/admin\/dead-letters\/[^/]+\/replay$/.test(key)) return { make: () => ({ body: {} }) }
  return requests[key] ?? (takesSomething ? undefined : {})
}
