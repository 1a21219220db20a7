import { setTimeout as delay } from 'node:timers/promises'
import type { Api } from '@prankpost/contracts'
import { basePriceCents } from '@prankpost/contracts/constants'
import type { z } from 'zod'
import { StackError } from '../stack-error.ts'
import { failure, Session } from './demo-session.ts'
import type { DemoStack } from './start.ts'

type Contact = z.infer<Api['GET /api/contacts']['answer']>[number]
type Prank = z.infer<Api['GET /api/pranks']['answer']>[number]
type Verification = z.infer<Api['GET /api/auth/email-verification']['answer']>
type HistoryEntry = z.infer<Api['GET /api/prank-history']['answer']>[number]

const account = { email: 'demo@prankpost.example', password: 'demo-demo-demo' }
const name = { firstName: 'Demo', lastName: 'Customer' }

const message = {
  name: 'Demo Customer',
  email: account.email,
  subject: 'Can the potato wear a hat?',
  message: 'Aunt Agatha likes hats. Does the potato come with one, or shall I send her one first?',
}

const targets = [
  {
    name: 'Aunt Agatha',
    address: '12 Rose Lane',
    city: 'Portland',
    state: 'OR',
    zipCode: '97201',
    profilePicture: 'babe',
  },
  {
    name: 'Bertie Boss',
    address: '400 Main Street',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
    profilePicture: 'angry',
  },
  {
    name: 'Cousin Clyde',
    address: '7 Ocean Drive',
    city: 'Miami',
    state: 'FL',
    zipCode: '33139',
    profilePicture: 'clown',
  },
] as const

/**
 * Adds a customer with a verified address, targets, a paid order, a plan and a message over the public HTTP API.
 * A second call adds nothing. Returns a line for the banner.
 */
export async function addDemo({ baseUrl, sandboxUrl, mailUrl }: DemoStack): Promise<string> {
  const session = new Session(baseUrl)
  const isNew = await signIn(session)
  if (mailUrl) await verifyEmail(session, mailUrl, isNew)
  const contacts = await saveTargets(session)
  const line = `Demo customer: ${account.email}, password ${account.password}`
  if (isNew) await session.post('/api/contact-submit', message)
  if (!sandboxUrl) return `${line} (no order: that would cost real money)`
  const history = await session.get<HistoryEntry[]>('/api/prank-history')
  if (history.length === 0) await payOrder(session, sandboxUrl, contacts)
  const plans = await session.get<unknown[]>('/api/subscriptions')
  if (plans.length === 0) await payPlan(session, sandboxUrl)
  return line
}

/** Returns true if the account was created by this call. */
async function signIn(session: Session): Promise<boolean> {
  const login = await session.send('POST', '/api/auth/login', account)
  if (login.ok) return false
  if (login.status !== 401) throw await failure('/api/auth/login', login)
  await session.post('/api/auth/register', { ...account, ...name })
  return true
}

/** Verifies the address with the link from the customer's mail. */
async function verifyEmail(session: Session, mailUrl: string, isNew: boolean): Promise<void> {
  const state = await session.get<Verification>('/api/auth/email-verification')
  if (state.verified) return
  if (!isNew) await session.post('/api/auth/email-verification', undefined)
  const token = await waitFor('a mail with a link', async () => {
    const answer = await fetch(`${mailUrl}/mails?to=${account.email}`, { signal: AbortSignal.timeout(5_000) })
    const mails = (await answer.json()) as { text: string }[]
    return mails.flatMap(({ text }) => /\/verify-email#token=(\S+)/.exec(text)?.[1] ?? [])[0]
  })
  await session.post('/api/auth/verify-email', { token })
}

async function saveTargets(session: Session): Promise<Contact[]> {
  const saved = await session.get<Contact[]>('/api/contacts')
  for (const target of targets) {
    if (!saved.some((contact) => contact.name === target.name)) {
      saved.push(await session.post<Contact>('/api/contacts', target))
    }
  }
  return saved
}

/** One order with a parcel for each target, paid on the sandbox. */
async function payOrder(session: Session, sandboxUrl: string, contacts: Contact[]): Promise<void> {
  const pranks = await session.get<Prank[]>('/api/pranks')
  const cartItems = contacts.flatMap((contact, index) => {
    const prank = pranks[index % pranks.length]
    return prank ? [cartItem(prank, contact)] : []
  })
  const total = (
    cartItems.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0) / 100
  ).toFixed(2)
  const { orderId } = await session.post<{ orderId: string }>('/api/create-order-record', {
    cartItems,
    total,
    status: 'pending_payment',
    customMessage: 'With love from the demo.',
  })
  const payment = await session.post<{ sessionId: string }>('/api/create-stripe-session', { orderId, total })
  await pay(sandboxUrl, payment.sessionId)
  await session.post('/api/confirm-payment-success', { sessionId: payment.sessionId, orderId })
  await waitForPaid(session, '/api/prank-history')
}

/** A plan of three pranks a month, paid on the sandbox. */
async function payPlan(session: Session, sandboxUrl: string): Promise<void> {
  const terms = { prankCount: 3 }
  const { sessionId } = await session.post<{ sessionId: string }>('/api/create-subscription-checkout', terms)
  await pay(sandboxUrl, sessionId)
  await session.post('/api/process-subscription-success', { sessionId })
  await waitForPaid(session, '/api/subscriptions')
}

async function pay(sandboxUrl: string, sessionId: string): Promise<void> {
  const paid = await fetch(`${sandboxUrl}/test/checkout/sessions/${sessionId}/complete`, { method: 'POST' })
  if (!paid.ok) throw await failure('the payment of the demo', paid)
}

async function waitForPaid(session: Session, path: string): Promise<void> {
  await waitFor(`something paid at ${path}`, async () => (await session.get<unknown[]>(path))[0])
}

async function waitFor<T>(what: string, check: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const found = await check()
    if (found !== undefined) return found
    if (Date.now() > deadline)
      throw new StackError(`The demo waited for ${what}, which did not come in 15 s.`)
    await delay(100)
  }
}

function cartItem(prank: Prank, contact: Contact) {
  return {
    prankId: prank.id,
    contactId: contact.id,
    quantity: 1,
    price: prank.price ?? (basePriceCents / 100).toFixed(2),
    contactName: contact.name,
    contactAddress: contact.address,
    contactCity: contact.city,
    contactState: contact.state,
    contactZipCode: contact.zipCode,
  }
}
