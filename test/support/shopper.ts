import { setTimeout as sleep } from 'node:timers/promises'
import { type HistoryEntry, sessionCookie } from '@prankpost/contracts'
import type { SharedStack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'

let count = 0

type Cart = Awaited<ReturnType<Shopper['cart']>>

/** An answer of the API, as tests see it. */
export interface Answer {
  status: number
  // The type depends on the endpoint; tests check what they expect.
  body: ReturnType<typeof JSON.parse>
}

/** Options of a call. */
export type Send = (
  url: string,
  call: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; cookie?: string | undefined; text: string }>

const sendByFetch: Send = async (url, call) => {
  const response = await fetch(url, call)
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie') ?? undefined,
    text: await response.text(),
  }
}

/** A customer of the store through the gateway, as a browser would be: with cookies, without the page. */
export class Shopper {
  readonly email = `shopper-${process.pid}-${++count}-${Date.now()}@customers.test`
  private readonly baseUrl: string
  /** The session, as a browser keeps it. */
  cookie = ''
  private carts = 0
  /** Set after the sign-up. */
  id = ''

  private readonly send: Send

  constructor({ baseUrl }: Pick<SharedStack, 'baseUrl'>, send: Send = sendByFetch) {
    this.baseUrl = baseUrl
    this.send = send
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const { status, cookie, text } = await this.send(this.baseUrl + path, {
      method,
      headers: {
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // The admin's log-in sets a separate cookie, which is not the session's.
    if (cookie?.startsWith(sessionCookie)) this.cookie = cookie.split(';')[0] ?? ''
    return { status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Repeats a call while a service does not answer in time (503), as on a busy machine: a customer tries again, too. */
  answerTo(method: string, path: string, body: unknown): Promise<Answer> {
    return until(async () => {
      const answer = await this.call(method, path, body)
      return answer.status !== 503 && answer
    })
  }

  /** Repeats a call until it has the expected answer, while a service is being killed. @throws after the deadline */
  async insist(
    method: string,
    path: string,
    body: unknown,
    wanted: number,
    deadlineMs = 120_000,
  ): Promise<Answer> {
    const end = Date.now() + deadlineMs
    for (;;) {
      const answer = await this.call(method, path, body).catch((error) => ({
        status: 0,
        body: String(error),
      }))
      if (answer.status === wanted) return answer
      if (Date.now() > end)
        throw new Error(`${method} ${path} until ${wanted}: ${answer.status} ${JSON.stringify(answer.body)}`)
      await sleep(100)
    }
  }

  async signUp(): Promise<this> {
    const person = { email: this.email, password: 'correct horse', firstName: 'Pat', lastName: 'Potato' }
    const { status, body } = await this.call('POST', '/api/auth/register', person)
    if (status !== 201) throw new Error(`registration: ${status} ${JSON.stringify(body)}`)
    this.id = body.id
    return this
  }

  /** A cart of `quantity` potatoes for a unique target of this browser: equal carts would be one order. */
  async cart(quantity = 1) {
    const pranks = (await this.insist('GET', '/api/pranks', undefined, 200)).body as {
      id: string
      name: string
      price: string
    }[]
    const potato = pranks.find(({ name }) => name === 'Raw Potato')
    if (potato === undefined) throw new Error('no potatoes on sale')
    const item = {
      prankId: potato.id,
      contactId: 'local-1700000000000',
      quantity,
      price: `$${potato.price}`,
      contactName: 'Gerald Snail',
      contactAddress: '1 Garden Path',
      contactCity: 'Springfield',
      contactState: 'OR',
      contactZipCode: '97477',
    }
    const total = ((Math.round(Number(potato.price) * 100) * quantity) / 100).toFixed(2)
    return {
      cartItems: [item],
      total,
      customerInfo: { email: this.email, name: 'Pat Potato' },
      customMessage: `Cart no. ${++this.carts}`,
    }
  }

  /**
   * Records an order of this many potatoes, or of a cart, and opens its payment session. It retries if a
   * service is unavailable.
   */
  async checkOut(wanted: number | Cart = 1) {
    const cart = typeof wanted === 'number' ? await this.cart(wanted) : wanted
    const record = await this.insist(
      'POST',
      '/api/create-order-record',
      { ...cart, status: 'pending_payment' },
      201,
    )
    const { orderId } = record.body as { orderId: string }
    const session = await this.insist(
      'POST',
      '/api/create-stripe-session',
      { orderId, total: cart.total },
      200,
    )
    return { orderId, total: cart.total, ...(session.body as { sessionId: string; url: string }) }
  }

  confirm(sessionId: string, orderId: string): Promise<Answer> {
    return this.call('POST', '/api/confirm-payment-success', { sessionId, orderId })
  }

  async history(): Promise<HistoryEntry[]> {
    const { status, body } = await this.call('GET', '/api/prank-history')
    if (status !== 200) throw new Error(`history: ${status}`)
    return body as HistoryEntry[]
  }

  /** Waits until the history shows `count` lines. @throws after the deadline */
  historyOf(count: number): Promise<HistoryEntry[]> {
    return until(async () => {
      const lines = await this.history().catch(() => [])
      return lines.length >= count ? lines : null
    })
  }
}
