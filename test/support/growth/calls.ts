import type { ServiceName } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { type Collection, MongoClient } from 'mongodb'
import { makeToken } from '../access/tokens.ts'
import type { Shopper } from '../shopper.ts'

/** The answer, with the sizes that the work is compared with. */
export interface Answer {
  /** Lines of a file, documents of a page. */
  rows: number
  /** The total that it states, or the sum of its figures. */
  total: number
}

/**
 * How the work of a call may grow with the shop.
 * - `page`: not at all, except with the lines it shows.
 * - `counted`: shows a page, and counts the matches of its filter by the index only.
 * - `searched`: shows a sorted page of the matches of a word; it reads keys, and currently documents, of all matches.
 * - `summed`: figures, read from indexes only.
 * - `file`: with its lines.
 * - `aged`: with the days since the shop opened, whatever was sold on them; the total is their number.
 */
export type Law = 'page' | 'counted' | 'searched' | 'summed' | 'file' | 'aged'

export interface Call {
  what: string
  law: Law
  ask: () => Promise<Answer>
  /** Called afterwards, if the answer itself does not contain its total. */
  total?: () => Promise<number>
}

const lists = [
  { path: 'orders', place: 'order.orders', status: 'delivered', plain: 'page' },
  // Without a status, it lists the running plans.
  { path: 'subscriptions', place: 'subscription.subscriptions', status: 'cancelled', plain: 'counted' },
  { path: 'subscription-logs', place: 'subscription_logs.logs', status: 'other', plain: 'page' },
  { path: 'contact-messages', place: 'support.messages', status: 'resolved', plain: 'page' },
] as const

/** Every read of the API, for the current size of a stack. */
export async function callsOf(stack: Stack, customer: Shopper): Promise<Call[]> {
  const operator = (path: string, law: Law, total?: () => Promise<number>): Call => ({
    what: `operator ${path}`,
    law,
    ask: () => get(stack.baseUrl + path, { 'x-admin-password': stack.adminPassword }),
    ...(total && { total }),
  })
  const found = async (path: string) =>
    (await get(stack.baseUrl + path, { 'x-admin-password': stack.adminPassword })).total
  const admin = lists.map(async ({ path, place, status, plain }) => {
    const id = await deepId(stack, place)
    const list = (query: string, law: Law) => operator(`/api/admin/${path}${query}`, law)
    // With two words, the database follows one index and checks the other word in the documents.
    const first = () => found(`/api/admin/${path}?q=ger${path === 'subscriptions' ? '&status=all' : ''}`)
    return [
      list('', plain),
      list(`?status=${status}`, 'counted'),
      list('?q=gerald', 'searched'),
      list(`?q=gerald&status=${status}`, 'searched'),
      operator(`/api/admin/${path}?q=ger+ma`, 'searched', first),
      list(`?q=${id}`, 'page'),
      list('?q=nobody-is-called-this', 'page'),
      list(`?cursor=${id}`, plain),
      list(`?status=${status}&cursor=${id}`, 'counted'),
      list(`?q=gerald&cursor=${id}`, 'searched'),
      list('/export', 'file'),
      list(`/export?status=${status}`, 'file'),
      list('/export?q=gerald', 'file'),
    ]
  })
  return [
    ...(await Promise.all(admin)).flat(),
    operator('/api/admin/audit/order', 'page'),
    operator('/api/admin/audit/order?q=patch', 'searched'),
    operator(`/api/admin/audit/order?cursor=${'f'.repeat(24)}`, 'page'),
    ...['sales', 'pranks', 'fulfilment', 'discounts'].map((report) =>
      operator(`/api/admin/reports/${report}`, 'page'),
    ),
    // The running plans are the sum of the changes of all days.
    operator('/api/admin/reports/plans', 'aged', () => countOf(stack, 'reporting.days')),
    operator('/api/admin/reports/sales/export', 'file'),
    operator('/api/admin/order-stats', 'summed', () => found('/api/admin/orders')),
    operator('/api/admin/shipment-stats', 'summed', () => found('/api/admin/orders')),
    ...['order', 'subscription', 'fulfilment'].map(
      (name): Call => ({
        what: `metrics of ${name}`,
        law: 'summed',
        ask: () => metricsOf(stack, name),
        total: () => found('/api/admin/orders'),
      }),
    ),
    operator(`/api/admin/sent-pranks/${customer.id}`, 'page'),
    operator(`/api/admin/user-contacts/${customer.id}`, 'page'),
    ...customersCalls(stack, customer),
    ...(await internalCalls(stack, customer)),
  ]
}

function customersCalls({ baseUrl }: Stack, { cookie }: Shopper): Call[] {
  const own = ['prank-history', 'contacts', 'achievements', 'subscriptions', 'pranks']
  const account = [
    ...['auth/user', 'auth/email-verification', 'auth/data-export'],
    ...['account/agreements', 'account/order-agreements'],
  ]
  return [...own, ...account].map((path) => ({
    what: `customer /api/${path}`,
    law: 'page',
    ask: () => get(`${baseUrl}/api/${path}`, { cookie }),
  }))
}

async function internalCalls(stack: Stack, { id }: Shopper): Promise<Call[]> {
  const ask = (caller: ServiceName, service: ServiceName, path: string): Call => ({
    what: `${caller} asks ${service} /internal/${path}`,
    law: 'page',
    ask: () => {
      const { privateKey } = stack.secrets.SERVICE_KEYS[caller]
      const authorization = `Bearer ${makeToken({ iss: caller, aud: service }, privateKey)}`
      return get(`${urlOf(stack, service)}/internal/${path}`, { authorization })
    },
  })
  const ever = 'from=2020-01-01T00:00:00.000Z&until=2100-01-01T00:00:00.000Z'
  const late = `${ever}&cursor=2026-06-01T00:00:00.000Z~${'0'.repeat(24)}`
  const planId = await deepId(stack, 'subscription.subscriptions')
  return [
    ...[ever, late].flatMap((window) => [
      ask('fulfilment', 'order', `recent-events?${window}`),
      ask('fulfilment', 'order', `recent-events?kind=plan&${window}`),
      ask('order', 'subscription', `recent-events?${window}`),
      ask('order', 'payment', `recent-events?kind=order&${window}`),
      ask('subscription', 'payment', `recent-events?kind=plan&${window}`),
    ]),
    ask('reporting', 'order', 'past-purchases'),
    ask('reporting', 'subscription', 'past-events'),
    ask('subscription-logs', 'subscription', 'past-events'),
    ask('subscription-logs', 'subscription', `past-events?cursor=${planId}`),
    ask('subscription-logs', 'fulfilment', 'past-events'),
    ask('subscription-logs', 'order', `past-events?ownerIds=${id}`),
    ask('order', 'contact', `contacts?ownerId=${id}&ids=${'f'.repeat(24)}`),
    ask('order', 'catalog', 'pranks'),
    ask('order', 'auth', `users/${id}`),
  ]
}

const urlOf = ({ processes }: Stack, service: string) =>
  processes.find(({ spec }) => spec.name === service)?.spec.url

async function metricsOf(stack: Stack, service: string): Promise<Answer> {
  const response = await fetch(`${urlOf(stack, service)}/metrics`)
  if (!response.ok) throw new Error(`metrics of ${service}: ${response.status}`)
  const rows = (await response.text()).split('\n').length
  return { rows, total: rows }
}

async function get(url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 200)}`)
  const isFile = response.headers.get('content-type')?.startsWith('text/csv')
  const body = isFile ? { items: text.split('\n') } : JSON.parse(text)
  const rows = (body.items ?? body.events ?? (Array.isArray(body) ? body : [])).length
  return { rows, total: body.total ?? rows }
}

/** The id that nine tenths of a collection's documents come before, the newest first. */
const deepId = (stack: Stack, place: string): Promise<string> =>
  withCollection(stack, place, async (collection) => {
    const deep = Math.floor((await collection.estimatedDocumentCount()) * 0.9)
    const found = collection.find({}, { projection: { _id: 1 } }).sort({ _id: -1 })
    return String((await found.skip(deep).limit(1).next())?._id)
  })

const countOf = (stack: Stack, place: string): Promise<number> =>
  withCollection(stack, place, (collection) => collection.estimatedDocumentCount())

async function withCollection<T>(
  { mongodbUri, databasePrefix }: Stack,
  place: string,
  read: (collection: Collection) => Promise<T>,
): Promise<T> {
  const [service, name = ''] = place.split('.')
  const mongo = await new MongoClient(mongodbUri).connect()
  try {
    return await read(mongo.db(`${databasePrefix}_${service}`).collection(name))
  } finally {
    await mongo.close()
  }
}
