import type { FunnelInput } from '@prankpost/contracts/funnel'
import type { User } from '@prankpost/contracts/user'
import type { FakeRequest, FakeResponse } from '../../../test/support/front-end.ts'
import type { Target } from '../../src/lib/local-targets.ts'
import { agreements, linkedOrder, linkedThread, mailPreferences, orderId, orderOf } from '../order-samples.ts'
import { achievements, exportOf, idOf, markymarc, molly, potato, pranks, sentences } from '../samples.ts'
import { texts } from '../text-samples.ts'

/** An answer of the fake API: JSON or raw text, `after` a promise; or no answer at all. */
export type FakeAnswer =
  | { status?: number; body?: unknown; text?: string; after?: Promise<unknown> | undefined }
  | 'unavailable'

/** The answer about a payment page that was left without paying. */
export const unpaid: FakeAnswer = {
  status: 402,
  body: { message: 'The payment has not been completed yet.' },
}

type Plan = FakeAnswer | ((body: Record<string, unknown>) => FakeAnswer)

/** The smallest server that the store works with. It keeps the signed-in customer and records every call. */
export class FakeApi {
  user: User | null = null
  isEmailVerified = true
  contacts: Target[] = []
  dataExport: unknown = exportOf('none', 0)
  subscriptions: unknown[] = []
  calls: { key: string; body: Record<string, unknown>; headers: FakeRequest['headers'] }[] = []
  /** The steps that visits reported, apart from the calls: "search viewed ID". */
  steps: string[] = []
  /** Planned answers, by `METHOD /path`. */
  plans: Record<string, Plan> = {}

  reset() {
    this.user = null
    this.isEmailVerified = true
    this.contacts = []
    this.dataExport = exportOf('none', 0)
    this.subscriptions = []
    this.calls = []
    this.steps = []
    this.plans = {}
  }

  /** A planned answer is for a browser with a session, which may have ended. */
  hasSession() {
    return this.user !== null || 'GET /api/auth/user' in this.plans
  }

  /** The bodies that were sent to this endpoint. */
  bodiesOf(key: string) {
    return this.calls.filter((call) => call.key === key).map(({ body }) => body)
  }

  /** The answer when none is planned. */
  usually(key: string): FakeAnswer {
    const plan = this.#usual[key] ?? { status: 404 }
    return typeof plan === 'function' ? plan({}) : plan
  }

  async answer(request: FakeRequest): Promise<FakeResponse> {
    const key = `${request.method} ${request.url.pathname}`
    const body: Record<string, unknown> = JSON.parse(request.body || '{}')
    if (key === 'POST /api/funnel') return this.#count(body as unknown as FunnelInput)
    this.calls.push({ key, body, headers: request.headers })
    const plan = this.plans[key] ?? this.#usual[key] ?? { status: 404, body: { message: `No ${key}` } }
    const answer = typeof plan === 'function' ? plan(body) : plan
    if (answer === 'unavailable') return answer
    const { status = 200, text = JSON.stringify(answer.body ?? {}), after } = answer
    await after
    return { status, text }
  }

  #count({ source, steps }: FunnelInput): FakeResponse {
    this.steps.push(...steps.map((one) => [source, ...Object.values(one)].join(' ')))
    return { status: 204, text: '' }
  }

  readonly #signedIn = (answer: () => FakeAnswer) => (): FakeAnswer =>
    this.user ? answer() : { status: 401, body: { message: 'Unauthorized', code: 'unauthorized' } }

  readonly #usual: Record<string, Plan> = {
    'GET /api/auth/user': this.#signedIn(() => ({ body: this.user })),
    'POST /api/auth/login': () => {
      this.user = molly
      return { body: molly }
    },
    'POST /api/auth/register': (body) => {
      this.user = { ...molly, firstName: String(body.firstName) }
      return { status: 201, body: this.user }
    },
    'POST /api/auth/logout': () => {
      this.user = null
      return { body: { message: 'Signed out' } }
    },
    'GET /api/auth/email-verification': this.#signedIn(() => ({
      body: { email: this.user?.email, verified: this.isEmailVerified },
    })),
    'POST /api/auth/email-verification': this.#signedIn(() => ({ body: { message: sentences.mailed } })),
    'POST /api/auth/verify-email': this.#signedIn(() => {
      this.isEmailVerified = true
      return { body: { message: sentences.verified } }
    }),
    'POST /api/auth/forgot-password': { body: { message: sentences.forgotten } },
    'POST /api/auth/reset-password': () => {
      this.user = null
      return { body: { message: sentences.reset } }
    },
    'POST /api/auth/password': this.#signedIn(() => ({ body: { message: sentences.changed } })),
    'GET /api/auth/data-export': this.#signedIn(() => ({ body: this.dataExport })),
    'POST /api/auth/data-export': this.#signedIn(() => {
      this.dataExport = exportOf('gathering', 2)
      return { status: 201, body: this.dataExport }
    }),
    'POST /api/auth/account-deletion': () => {
      this.user = null
      return { body: { receipt: 'ABCD-2345-WXYZ', message: 'Your account is deleted.' } }
    },
    'GET /api/pranks': { body: pranks },
    'GET /api/pranks/raw-potato': { body: potato },
    'GET /api/shop': { body: { closedUntil: null, closedReason: null } },
    'GET /api/texts/terms': { body: texts.terms },
    'GET /api/texts/privacy': { body: texts.privacy },
    'GET /api/texts/faq': { body: texts.faq },
    'GET /api/contacts': this.#signedIn(() => ({ body: this.contacts })),
    'POST /api/contacts': (body) => {
      const contact = { ...body, id: idOf(600 + this.contacts.length) } as Target
      this.contacts = [...this.contacts, contact]
      return { status: 201, body: contact }
    },
    'POST /api/discounts/check': ({ code }) =>
      String(code).toUpperCase() === markymarc.code
        ? { body: markymarc }
        : {
            status: 400,
            body: { message: 'The discount code you entered is not valid.', code: 'invalid', requestId: 'r' },
          },
    'GET /api/delivery-dates': { body: { dates: ['2027-04-01', '2027-04-02'] } },
    'POST /api/validate-order': (body) => ({ body: { valid: true, total: body.total } }),
    'POST /api/create-order-record': { status: 201, body: { orderId: idOf(0x777) } },
    'POST /api/create-stripe-session': { body: { sessionId: 'cs_1', url: '/pay-here' } },
    'POST /api/update-order-status': (body) => ({ body: { orderId: body.orderId, status: body.status } }),
    'POST /api/confirm-payment-success': (body) => ({ body: { orderId: body.orderId } }),
    'POST /api/process-subscription-success': { body: { subscriptionId: idOf(0x888) } },
    'GET /api/prank-history': this.#signedIn(() => ({ body: [] })),
    [`GET /api/orders/${orderId}`]: this.#signedIn(() => ({ body: orderOf() })),
    'GET /api/order-links/t': { body: linkedOrder },
    'POST /api/do-not-prank': {
      status: 201,
      body: { requestId: idOf(0x999), message: 'We sent you a mail with a code. Enter it to confirm.' },
    },
    'POST /api/do-not-prank/confirm': {
      body: {
        message: 'This address is on our do-not-prank list now. We do not send parcels to it any more.',
      },
    },
    'POST /api/slips': {
      body: {
        prank: 'Raw Potato',
        image: 'potato',
        quantity: 2,
        contents: { contents: 'One raw potato.', allergens: 'No major allergens.' },
        hasAddress: true,
        hasUnit: false,
        page: {
          reveal: { mode: 'never', at: null, guessesLeft: 0, isGuessed: false, name: null },
          reaction: null,
        },
      },
    },
    'POST /api/slips/reaction': {
      body: { message: 'Thank you. Your reaction is on its way to the sender.' },
    },
    'POST /api/slips/stop': { body: { message: 'Your address is on our do-not-prank list now.' } },
    'POST /api/slips/report': { body: { message: 'Thank you. A person of our team looks into it.' } },
    'POST /api/messages/thread': { body: linkedThread },
    'POST /api/messages/thread/replies': ({ text }) => ({
      status: 201,
      body: {
        ...linkedThread,
        replies: [
          ...linkedThread.replies,
          { id: idOf(0x902), from: 'customer', text, at: '2026-11-24T14:00:00.000Z' },
        ],
      },
    }),
    'GET /api/account/mail-preferences': this.#signedIn(() => ({ body: mailPreferences })),
    'GET /api/account/agreements': this.#signedIn(() => ({ body: [agreements.signUp] })),
    'GET /api/account/order-agreements': this.#signedIn(() => ({ body: [] })),
    'GET /api/achievements': this.#signedIn(() => ({ body: achievements })),
    'GET /api/subscriptions': this.#signedIn(() => ({ body: this.subscriptions })),
    'POST /api/create-checkout-session': {
      body: { orderId: idOf(0x777), sessionId: 'cs_1', url: '/pay-here' },
    },
    'POST /api/create-subscription-checkout': { body: { sessionId: 'cs_2', url: '/pay-here' } },
    'POST /api/contact-submit': { status: 201, body: { message: 'Thank you!' } },
  }
}
