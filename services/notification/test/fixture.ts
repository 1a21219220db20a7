import type { DeletionReceipt, MailLink, MailOrder, mailReply } from '@prankpost/contracts'
import { createEmitter, type OutboxEntry } from '@prankpost/messaging'
import { expireRetries } from '@prankpost/messaging/testing'
import { notFound, unavailable } from '@prankpost/service-kit'
import {
  newId,
  type StandIn,
  standInClient,
  startServiceForTest,
  testPublicUrl,
} from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import type { z } from 'zod'
import { service } from '../src/service.ts'
import { startPostOffice } from './post-office.ts'

/** A stand-in for auth. */
function standInForAuth() {
  const state = {
    accounts: new Map<
      string,
      { email: string; firstName: string; emailVerified: boolean; mailsOff: string[] }
    >(),
    /** User ids whose links are no longer needed. */
    settled: new Set<string>(),
    /** User ids whose links to set a password delete the data of the account. */
    unverified: new Set<string>(),
    isUnavailable: false,
    /** How many calls it has refused while it was unavailable. */
    refused: 0,
    /** Runs before auth answers a request for a link. */
    before: async (): Promise<void> => undefined,
    /** The receipt of a deletion to mail. */
    receipt: null as DeletionReceipt | null,
    asked: [] as unknown[],
  }
  const answers: StandIn = {
    get(path) {
      if (state.isUnavailable) throw unavailable()
      if (path.startsWith('/internal/deletion-receipts/')) return state.receipt
      const account = state.accounts.get(path.replace('/internal/users/', ''))
      if (account === undefined) throw notFound()
      return account
    },
    async post(path, body) {
      if (state.isUnavailable) {
        state.refused++
        throw unavailable()
      }
      if (path.endsWith('/sent')) {
        state.receipt = null
        return { forgotten: true }
      }
      if (path === '/internal/mails-off') {
        const { email } = body as { email: string }
        const owner = [...state.accounts.values()].find((account) => account.email === email)
        return { mailsOff: owner?.emailVerified ? owner.mailsOff : [] }
      }
      state.asked.push(body)
      await state.before()
      return linkFor(body as { userId: string; purpose: string })
    },
  }
  const linkFor = ({ userId, purpose }: { userId: string; purpose: string }): MailLink => {
    const account = state.accounts.get(userId)
    if (account === undefined || state.settled.has(userId)) return null
    const url = `${testPublicUrl}/${purpose}#token=the-secret-of-${userId}`
    return {
      to: account.email,
      url,
      expiresAt: '2027-03-04T14:05:00.000Z',
      removesData: state.unverified.has(userId),
    }
  }
  return { state, answers }
}

type MailReply = z.output<typeof mailReply>

/** Stand-ins for order and support. */
function standInsForOthers() {
  const state = {
    /** The answers of order by the id of an order or of an invoice. */
    orders: new Map<string, MailOrder>(),
    /** The addresses of messages by their ids. */
    messages: new Map<string, string>(),
    /** The codes of do-not-prank requests by their ids. */
    codes: new Map<string, { to: string; code: string }>(),
    /** Operators' replies by the ids of message and reply. */
    replies: new Map<string, MailReply>(),
    /** What the services answer for the digest; null when a service is unavailable. */
    digest: {} as Record<'fulfilment' | 'order' | 'catalog' | 'support' | 'consent', object | null>,
  }
  const digestOf = (service: keyof typeof state.digest) => {
    const answer = state.digest[service]
    if (answer === null) throw unavailable()
    return answer
  }
  const order = standInClient({
    get(path) {
      if (path === '/internal/digest') return digestOf('order')
      const known = state.orders.get(path.replace(/^\/internal\/mail-orders(\/|\?invoiceId=)/, ''))
      if (known === undefined) throw notFound()
      return known
    },
  })
  const support = standInClient({
    get(path) {
      if (path === '/internal/digest') return digestOf('support')
      if (path.includes('/replies/'))
        return state.replies.get(path.replace('/internal/messages/', '')) ?? null
      const to = state.messages.get(path.replace('/internal/messages/', ''))
      return to === undefined ? null : { to }
    },
  })
  const fulfilment = standInClient({ get: () => digestOf('fulfilment') })
  const catalog = standInClient({ get: () => digestOf('catalog') })
  const consent = standInClient({
    get: (path) =>
      path === '/internal/digest'
        ? digestOf('consent')
        : (state.codes.get(path.replace('/internal/do-not-prank-mails/', '')) ?? null),
  })
  return { state, clients: { order, support, fulfilment, catalog, consent } }
}

/** The address of the operator. */
export const operator = 'operator@shop.test'

/** Notification with a running consumer, on its own database, queues and mail server, with stand-ins for the others. */
export async function startFixture() {
  const { drop, ...space } = testNamespace()
  const { queuePrefix } = space
  const postOffice = await startPostOffice()
  const { state: auth, answers } = standInForAuth()
  const { state: shop, clients } = standInsForOthers()

  /** A further process of the service, with its own connections to the mail server. */
  const replica = async ({ operatorEmail = operator }: { operatorEmail?: string } = {}) => {
    const env = {
      SMTP_URL: postOffice.url,
      MAIL_FROM: 'Order Desk <hello@prankpost.test>',
      OPERATOR_EMAIL: operatorEmail,
    }
    const notification = await startServiceForTest(service, space, { env, auth: answers, others: clients })
    return {
      ...notification,
      async close() {
        await notification.deps.mailer.stop()
        await notification.close()
      },
    }
  }
  const own = await replica()
  const { mails } = own.models

  return {
    ...own,
    auth,
    shop,
    mails,
    postOffice,
    replica,
    mailOf: ({ id }: OutboxEntry) => mails.findOne({ _id: id }).lean(),
    deadLetters: () => own.deadLetters('mail-link-requested'),
    /** Ends the backoff of messages that wait for a retry. */
    expireRetries: () => expireRetries({ broker: own.broker, queuePrefix, service: 'notification' }),
    /** A customer that auth knows. */
    customer(firstName = 'Pat', { mailsOff = [] as string[], emailVerified = false } = {}) {
      const id = newId()
      const email = `${id}@customers.test`
      auth.accounts.set(id, { email, firstName, emailVerified, mailsOff })
      return { id, email, firstName }
    },
    async close() {
      await own.close()
      await postOffice.close()
      await drop()
    },
  }
}

const emit = createEmitter('auth')

/** Auth's events. */
export const linkRequested = (
  userId: string,
  purpose: 'verify-email' | 'reset-password' = 'verify-email',
): OutboxEntry =>
  emit('mail-link-requested', userId, { userId, purpose, requestedAt: new Date().toISOString() })
export const passwordChanged = (ownerId: string): OutboxEntry =>
  emit('password-changed', ownerId, { ownerId, changedAt: '2027-03-04T14:05:00.000Z' })
