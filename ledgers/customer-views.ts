import type { Achievement, Contact, HistoryEntry } from '@prankpost/contracts'
import type { Comparison } from './comparison.ts'
import type { Evidence } from './evidence.ts'
import type { Member, PeopleLedger } from './people.ts'

/** What one customer sees over HTTP. */
export interface CustomerView {
  id: string
  history: HistoryEntry[]
  achievements: Achievement[]
  contacts: Contact[]
}

const concurrency = 6

/** Reads what every customer sees. @throws when a customer gets no answer */
export async function readViews({ members }: Pick<PeopleLedger, 'members'>): Promise<CustomerView[]> {
  const waiting = [...members.values()]
  const views: CustomerView[] = []
  const work = async () => {
    for (let member = waiting.pop(); member; member = waiting.pop()) views.push(await readView(member))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return views
}

async function readView({ id, read }: Member): Promise<CustomerView> {
  const [history, achievements, contacts] = await Promise.all([
    read<CustomerView['history']>('/api/prank-history'),
    read<CustomerView['achievements']>('/api/achievements'),
    read<CustomerView['contacts']>('/api/contacts'),
  ])
  return { id, history, achievements, contacts }
}

/** Every customer sees a line for each thing that was paid or sent, and the achievements that follow from them. */
export function compareViews({ shop, stripe }: Evidence, views: CustomerView[]): Comparison[] {
  const seen = new Set(views.map(({ id }) => id))
  const paid = shop.orders.filter(
    ({ ownerId, paidAt, items }) => paidAt !== undefined && items.length > 0 && seen.has(String(ownerId)),
  )
  return [
    {
      name: 'histories',
      expected: paid.map(({ _id, ownerId, type, status, items }) => [
        `${_id} of ${ownerId}`,
        {
          lines: items.length,
          pranks: items.reduce((sum, { quantity }) => sum + quantity, 0),
          status: type === 'once' || status === 'delivered' ? status : 'shipped',
        },
      ]),
      actual: views.flatMap(({ id, history }) =>
        [...Map.groupBy(history, ({ orderId }) => orderId)].map(
          ([orderId, lines]) =>
            [
              `${orderId} of ${id}`,
              {
                lines: new Set(lines.map((line) => line.id)).size === lines.length ? lines.length : null,
                pranks: lines.reduce((sum, { quantity }) => sum + quantity, 0),
                status: [...new Set(lines.map(({ status }) => status))].join(' and '),
              },
            ] as const,
        ),
      ),
    },
    {
      name: 'achievements',
      expected: views.flatMap(({ id, contacts }) => {
        const own = paid.filter(({ ownerId }) => ownerId === id)
        const plans = stripe.plans.filter(({ ownerId }) => ownerId === id)
        const months = plans.reduce((sum, { months }) => sum + months.length, 0)
        return [
          [`prank-legend of ${id}`, { progress: Math.min(25, own.flatMap(({ items }) => items).length) }],
          [`little-black-book of ${id}`, { progress: Math.min(5, targetsOf(contacts).size) }],
          [`marathon of ${id}`, { progress: Math.min(12, months) }],
          [`auto-pilot of ${id}`, { progress: Math.min(1, plans.length) }],
        ] as const
      }),
      actual: views.flatMap(({ id, achievements }) =>
        achievements
          .filter((one) => compared.includes(one.id))
          .map((one) => [`${one.id} of ${id}`, { progress: one.progress }] as const),
      ),
    },
  ]
}

const compared = ['prank-legend', 'little-black-book', 'marathon', 'auto-pilot']

/** The same name and address is one target, although a customer who got no answer may have saved it twice. */
const targetsOf = (contacts: Contact[]) =>
  new Set(
    contacts.map(({ name, address, city, state, zipCode }) =>
      JSON.stringify([name, address, city, state, zipCode]),
    ),
  )
