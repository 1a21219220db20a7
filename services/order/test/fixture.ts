import { addressCheckRequest, type RefundRequest, refundRequest } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { notFound, unavailable } from '@prankpost/service-kit'
import {
  newId,
  standInClient,
  standInDiscount,
  standInForConsent,
  startServiceForTest,
  type TestAnswer,
} from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

export const potato = { id: newId(), priceCents: 499 }
export const glitter = { id: newId(), priceCents: 1250 }
const notOnSale = { id: newId(), priceCents: 499 }
export const retired = notOnSale

/** An item as the store sends it. */
export const item = (over: Record<string, unknown> = {}) => ({
  prankId: potato.id,
  contactId: 'local-1700000000000',
  quantity: 1,
  price: '$4.99',
  contactName: 'Gerald Snail',
  contactAddress: '1 Garden Path',
  contactCity: 'Springfield',
  contactState: 'or',
  contactZipCode: '97477',
  ...over,
})

/** A body of validate-order, with the given total. */
export const cart = (total: unknown, items: unknown[] = [item()], over: Record<string, unknown> = {}) => ({
  cartItems: items,
  customerInfo: { email: 'somebody@else.test', name: 'Somebody Else', userId: newId() },
  total,
  ...over,
})

/** A target in contact. */
export const owned = {
  id: newId(),
  name: 'Aunt Edna',
  address: '9 Elm St',
  address2: 'Unit 3',
  city: 'Bend',
  state: 'OR',
  zipCode: '97701',
  profilePicture: 'clown',
}

/** The status and the code of a refusal. */
export const failure = ({ status, body }: TestAnswer) => [status, body.code]

let carts = 0

/** A unique cart of $4.99: an equal cart would return the same order while that is unpaid. */
export const newCart = () => cart(4.99, [item()], { customMessage: `Cart no. ${++carts}` })

/** Order with its own database and queues. A test sets what auth, contact and payment answer. */
export async function startFixture() {
  const others = {
    /** Contact's targets, by owner. */
    targets: new Map<string, object[]>(),
    isContactDown: false,
    /** What contact answers about an address; receives the address. */
    checkAddress: (_address: unknown): unknown => ({ result: 'unknown' }),
    /** Auth's accounts, by user id. */
    accounts: new Map<string, object>(),
    isAuthDown: false,
    /** Called by order to open a session; returns a session or throws. */
    openSession: async (_request: unknown): Promise<unknown> => ({
      sessionId: 'cs_test_1',
      url: 'http://pay.test/1',
    }),
    /** Called by order for an expired order; returns whether payment removed its record, or throws. */
    removeUnpaid: async (_path: string, _request: unknown): Promise<unknown> => ({ removed: true }),
    /** Called by order for each refund; returns its state at Stripe, or throws. */
    refund: async (request: RefundRequest): Promise<unknown> => ({
      status: 'succeeded',
      stripeRefundId: `re_${request.refundId}`,
      failureReason: null,
    }),
    /** Called by order for what it needs of counted pranks; may throw. */
    reserve: async (_request: unknown): Promise<unknown> => ({ reserved: true }),
    /** Called by order to release what an order that can no longer be paid reserved. */
    endReservation: async (_request: unknown): Promise<unknown> => ({ ended: true }),
    /** Called by order to close the session of an unpaid order. */
    closeSession: async (_path: string): Promise<unknown> => ({ closed: true }),
    /** What catalog says about pranks. */
    pranks: [] as object[],
    /** Codes that catalog knows besides MARKYMARC. */
    discounts: {} as Record<string, object>,
    /** The requests of refunds so far. */
    refundRequests: [] as RefundRequest[],
  }
  const contact = standInClient({
    get(path) {
      if (others.isContactDown) throw unavailable()
      const query = new URL(path, 'http://contact').searchParams
      const ids = query.get('ids')?.split(',') ?? []
      const known = (others.targets.get(query.get('ownerId') ?? '') ?? []) as { id: string }[]
      return known.filter(({ id }) => ids.includes(id))
    },
    post(path, body) {
      if (others.isContactDown || path !== '/internal/address-checks') throw unavailable()
      return others.checkAddress(addressCheckRequest.parse(body))
    },
  })
  const payment = standInClient({
    async post(path, body) {
      if (path.endsWith('/close-session')) return others.closeSession(path)
      if (path.endsWith('/remove-unpaid')) return others.removeUnpaid(path, body)
      if (path !== '/internal/refunds') return others.openSession(body)
      const request = refundRequest.parse(body)
      others.refundRequests.push(request)
      return others.refund(request)
    },
  })
  const consent = standInForConsent()
  const order = await startServiceForTest(service, testNamespace(), {
    env: { UNPAID_ORDER_LIMIT: 1_000, UNPAID_SWEEP_EVERY_MS: 100 },
    auth: {
      get(path) {
        if (others.isAuthDown) throw unavailable()
        const account = others.accounts.get(path.replace('/internal/users/', ''))
        if (account === undefined) throw notFound()
        return account
      },
    },
    others: {
      contact,
      payment,
      consent: consent.client,
      catalog: standInClient({
        get: (path) =>
          path.startsWith('/internal/discounts?') ? standInDiscount(path, others.discounts) : others.pranks,
        post: (path, body) => (path.endsWith('/end') ? others.endReservation(body) : others.reserve(body)),
      }),
    },
  })
  for (const { id, priceCents } of [potato, glitter, notOnSale]) {
    await order.models.prices.create({
      _id: id,
      name: `Prank of ${priceCents} cents`,
      description: 'Harmless.',
      priceCents,
      tier: 'Standard',
      image: 'potato',
      onSale: id !== notOnSale.id,
      revision: 1,
    })
  }

  return {
    ...order,
    ...others,
    others,
    consent: consent.state,
    orders: order.models.orders,
  }
}

/** Events as their owners would emit them. */
export const emitters = {
  payment: createEmitter('payment'),
  catalog: createEmitter('catalog'),
  subscription: createEmitter('subscription'),
  fulfilment: createEmitter('fulfilment'),
  consent: createEmitter('consent'),
}
