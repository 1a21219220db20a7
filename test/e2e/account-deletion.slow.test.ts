import { customerDataServices, exportSections } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs } from '../support/access/callers.ts'
import { leaveTraces, type Marked, marked, setStatus } from '../support/customers-traces.ts'
import { mailsTo } from '../support/mails.ts'
import { documentsOf, logsOf, waitingMessages } from '../support/outputs/gather.ts'
import { findCanaries, type Output } from '../support/outputs/scanner.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const customer: Marked = marked()
const { words, password } = customer
let stack: Stack
let traces: Awaited<ReturnType<typeof leaveTraces>>
let logsBefore: Map<string, number>
let receipt: string
beforeAll(async () => {
  stack = await startStack({ env: { all: { FORGET_SWEEP_EVERY_MS: '300' } } })
  traces = await leaveTraces(stack, customer)
})
afterAll(() => stack.stop())

/** Where the databases contain the customer's canary texts, except in the stand-in for Stripe. */
const stored = async () =>
  findCanaries(words, await documentsOf(stack)).filter((line) => !line.includes('document stripe_sandbox.'))

const deleteAccount = (body: object) => traces.shopper.call('POST', '/api/auth/account-deletion', body)

describe('when a customer asks for their data', () => {
  let file: ReturnType<typeof JSON.parse>
  test('then it is collected, and one file is available to the session that requested it, and to no other', async () => {
    const { shopper } = traces
    const states = await Promise.all([1, 2].map(() => shopper.call('POST', '/api/auth/data-export')))
    expect(states.map(({ status }) => status)).toEqual([201, 201])
    const ready = await until(async () => {
      const { body } = await shopper.call('GET', '/api/auth/data-export')
      return body.state === 'ready' ? body : null
    })
    const days = (Date.parse(ready.expiresAt) - Date.parse(ready.requestedAt)) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
    const answer = await shopper.insist('GET', '/api/auth/data-export/file', undefined, 200)
    file = answer.body
    const other = await new Shopper(stack).signUp()
    expect((await other.call('GET', '/api/auth/data-export/file')).status).toBe(404)
    expect((await new Shopper(stack).call('GET', '/api/auth/data-export/file')).status).toBe(401)
  })

  test('then every service has its section in it, and it contains everything that they wrote', () => {
    expect(Object.keys(file)).toEqual(['about', 'gatheredAt', 'account', ...Object.values(exportSections)])
    for (const section of Object.values(exportSections)) expect(file[section].length).toBeGreaterThan(0)
    const { notes: _operators, ...own } = words
    const places = Object.keys(own).filter(
      (name) => !JSON.stringify(file).includes(own[name as keyof typeof own]),
    )
    expect(places).toEqual([])
    expect(JSON.stringify(file)).not.toContain(words.notes)
  })
})

describe('when a customer deletes the account', () => {
  test('then the password and the confirmation word are required', async () => {
    expect((await deleteAccount({ password, confirmation: 'delete' })).status).toBe(400)
    expect((await deleteAccount({ password: 'a guess', confirmation: 'DELETE' })).status).toBe(403)
    // Each canary is stored somewhere, so a later search can find it if it remains.
    const before = await stored()
    const missing = Object.keys(words).filter((name) => !before.some((line) => line.startsWith(`${name} in`)))
    expect(missing).toEqual([])
  })

  test('then they are signed out everywhere, and a mail contains the receipt with every service on it', async () => {
    const { shopper } = traces
    const second = new Shopper(stack)
    await second.insist('POST', '/api/auth/login', { email: words.email, password }, 200)
    const old = shopper.cookie
    const answer = await deleteAccount({ password, confirmation: 'DELETE' })
    expect([answer.status, shopper.cookie]).toEqual([200, 'prankpost_session='])
    receipt = answer.body.receipt
    for (const cookie of [old, second.cookie]) {
      const isVoid = async (path: string) =>
        (await fetch(stack.baseUrl + path, { headers: { cookie } })).status === 401
      expect(await isVoid('/api/auth/user')).toBe(true)
      for (const path of ['/api/contacts', '/api/prank-history', '/api/subscriptions', '/api/achievements']) {
        await until(() => isVoid(path))
      }
    }
    const mail = await until(async () =>
      (await mailsTo(stack, words.email)).find(({ subject }) =>
        subject.startsWith('Your account is deleted'),
      ),
    )
    expect(mail.text).toContain(receipt)
    expect(mail.text).toMatch(/Address book .*: Saved targets: 1 deleted\./)
    expect(mail.text).toMatch(/Orders .*: .*: 6 kept without name.*: 2 kept until sent\./)
    expect(mail.text).toMatch(/Support .*: Messages of the contact form: 1 deleted\./)
    expect(mail.text.match(/ UTC\): /g)).toHaveLength(customerDataServices.length)
    const login = { email: words.email, password }
    expect((await new Shopper(stack).call('POST', '/api/auth/login', login)).status).toBe(401)
  })

  test('then no stored data refers to them except what is still to be sent', async () => {
    const { due, open, dueGuest } = traces
    const awaited = [due, open, dueGuest].map(({ orderId }) => orderId)
    const isAwaited = (line: string) =>
      /^(due|open)\w+ in document (order\.orders|fulfilment\.shipments) /.test(line)
    const isOperators = (line: string) => /^(notes|tracking) in document fulfilment\.audit /.test(line)
    await until(async () => (await stored()).every((line) => isAwaited(line) || isOperators(line)))
    const left = (await stored()).filter(isAwaited)
    // Only order knows the unpaid order: name, street and message; fulfilment also has those of the other two.
    expect(new Set(left.map((line) => line.split(' ')[0]))).toEqual(
      new Set(['dueName', 'dueStreet', 'dueMessage', 'dueGuest', 'openName', 'openStreet', 'openMessage']),
    )
    const inOrder = left.filter((line) => line.includes('order.orders'))
    expect(inOrder.every((line) => awaited.some((id) => line.includes(id)))).toBe(true)
    // The receipt is sent: its address is removed with the rest.
    expect(left.some((line) => line.startsWith('email'))).toBe(false)
    logsBefore = new Map((await logsOf(stack)).map(({ place, text }) => [place, text.length]))
  })

  test('then the operator sees a deleted customer, and no running plan', async () => {
    const orders = JSON.parse((await callAs(stack, stack, 'GET /api/admin/orders', {})).text).items
    const own = orders.filter(({ user }: { user: { id: string } | null }) => user?.id === traces.shopper.id)
    expect(own).toHaveLength(6)
    for (const order of own) {
      expect([order.customerName, order.customerEmail]).toEqual(['Deleted customer', null])
      expect(order.totalAmount).toMatch(/^\d+\.\d\d$/)
    }
    const plans = JSON.parse(
      (await callAs(stack, stack, 'GET /api/admin/subscriptions?status=cancelled', {})).text,
    ).items
    const plan = plans.find(({ id }: { id: string }) => id === traces.plan.id)
    expect(plan).toMatchObject({
      status: 'cancelled',
      user: { firstName: 'Deleted', lastName: 'customer', email: '' },
    })
    const logs = JSON.parse((await callAs(stack, stack, 'GET /api/admin/subscription-logs', {})).text).items
    const lines = logs.filter(({ user }: { user: { id: string } }) => user.id === traces.shopper.id)
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(new Set(lines.map(({ user }: { user: { email: string } }) => user.email))).toEqual(
      new Set(['Deleted customer']),
    )
  })
})

describe('when an event of a deleted customer arrives late', () => {
  test('then an order that is paid now is sent like the other that was due, and its address is removed afterwards', async () => {
    const { due, open, dueGuest } = traces
    await open.pay()
    await until(async () =>
      (await stored()).some((line) => line.startsWith('openName in document fulfilment.')),
    )
    for (const { orderId } of [due, open, dueGuest]) {
      await until(async () => (await setStatus(stack, orderId, 'shipped')).status === 200)
    }
    const isOperators = (line: string) => /^(notes|tracking) in document fulfilment\.audit /.test(line)
    await until(async () => (await stored()).every(isOperators))
  })

  test('then an invoice of the plan does not restore a name', async () => {
    await sandboxOf(stack).bill(traces.plan.stripeSubscriptionId, 'renew')
    const { subscriptions } = (await sandboxOf(stack).state()) as unknown as {
      subscriptions: { id: string; status: string }[]
    }
    const plan = subscriptions.find(({ id }) => id === traces.plan.stripeSubscriptionId)
    expect(plan?.status).toBe('canceled')
  })

  test('then no queue and no log line since then contains data of them', async () => {
    await until(async () => (await waitingMessages(stack)) === 0)
    const since = (await logsOf(stack)).map(
      ({ place, text }): Output => ({ place, text: text.slice(logsBefore.get(place) ?? 0) }),
    )
    expect(since.some(({ text }) => text.length > 0)).toBe(true)
    expect(findCanaries(words, since)).toEqual([])
  })

  test('then the address can be used for a new account, which has none of the old data', async () => {
    const again = new Shopper(stack)
    const person = { email: words.email, password, firstName: 'New', lastName: 'Person' }
    await again.insist('POST', '/api/auth/register', person, 201)
    expect(await again.history()).toEqual([])
    expect((await again.call('GET', '/api/contacts')).body).toEqual([])
    expect((await again.call('GET', '/api/auth/data-export')).body.state).toBe('none')
  })
})

/** Moves all times of what was bought and sent, as if these days had passed. */
async function passDays(days: number) {
  const client = new MongoClient(stack.mongodbUri)
  const earlier = (value: unknown): unknown => {
    if (value instanceof Date) return new Date(value.getTime() - days * 86_400_000)
    if (Array.isArray(value)) return value.map(earlier)
    const isPlain = typeof value === 'object' && value !== null && value.constructor === Object
    return isPlain
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, earlier(one)]))
      : value
  }
  for (const [database, name] of [
    ['order', 'orders'],
    ['fulfilment', 'shipments'],
    ['subscription_logs', 'logs'],
  ] as const) {
    const collection = client.db(`${stack.databasePrefix}_${database}`).collection(name)
    for (const document of await collection.find().toArray())
      await collection.replaceOne({ _id: document._id }, earlier(document) as Document)
  }
  await client.close()
}

test('when the parcels of a customer were sent long ago then no database, queue or log identifies a recipient, and the history says so', async () => {
  const keeper = marked()
  const { targetName, targetStreet, targetCity, sentName, sentStreet, sentMessage, guestTarget } =
    keeper.words
  /** What identifies the recipients of parcels that were sent. */
  const recipients = { targetName, targetStreet, targetCity, sentName, sentStreet, sentMessage, guestTarget }
  const stored = async () => findCanaries(recipients, await documentsOf(stack))
  const { shopper, sent } = await leaveTraces(stack, keeper)
  await until(async () => (await setStatus(stack, sent.orderId, 'delivered')).status === 200)
  await until(async () => (await waitingMessages(stack)) === 0)
  // Each canary is stored somewhere, so a later search can find it if it remains.
  const before = await stored()
  const missing = Object.keys(recipients).filter(
    (name) => !before.some((line) => line.startsWith(`${name} in`)),
  )
  expect(missing).toEqual([])
  expect((await shopper.history()).some((entry) => entry.addressForgottenAt)).toBe(false)

  await passDays(62)
  // The address book is the customer's own list: it keeps a target until the customer deletes it.
  const inAddressBook = (line: string) => line.includes(' in document contact.contacts ')
  await until(async () => (await stored()).every(inAddressBook))
  const [target] = (await shopper.call('GET', '/api/contacts')).body
  expect(target.name).toBe(targetName)
  await shopper.insist('DELETE', `/api/contacts/${target.id}`, undefined, 204)
  expect(await stored()).toEqual([])
  await until(async () => (await waitingMessages(stack)) === 0)
  expect(findCanaries(recipients, await logsOf(stack))).toEqual([])

  const history = await shopper.history()
  const forgotten = history.filter((entry) => entry.addressForgottenAt)
  expect(forgotten.map(({ contactName }) => contactName)).toEqual(['Forgotten', 'Forgotten'])
  // What was not sent keeps its address.
  expect(
    history.find(({ contactName }) => contactName === keeper.words.dueName)?.addressForgottenAt,
  ).toBeNull()
})
