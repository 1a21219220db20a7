import type { Achievement, Contact, HistoryEntry } from '@prankpost/contracts'
import type { Ledger } from '../../bench/proof/compare.ts'
import type { Evidence } from './evidence.ts'

/** What one customer sees. */
export interface CustomerView {
  id: string
  history: HistoryEntry[]
  achievements: Achievement[]
  contacts: Contact[]
}

/** What customers see of all this: a line for each thing that they paid or got sent, and what they have achieved. */
export function historyLedgers({ stores, books }: Evidence, views: CustomerView[]): Ledger[] {
  const seen = new Set(views.map(({ id }) => id))
  const paid = stores.orders.filter(
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
        const plans = books.plans.filter(({ plan }) => plan.ownerId === id)
        const months = plans.reduce((sum, { paid: invoices }) => sum + invoices.length, 0)
        return [
          [`prank-legend of ${id}`, { progress: Math.min(25, own.flatMap(({ items }) => items).length) }],
          [`little-black-book of ${id}`, { progress: Math.min(5, contacts.length) }],
          [`marathon of ${id}`, { progress: Math.min(12, months) }],
          [`auto-pilot of ${id}`, { progress: Math.min(1, plans.length) }],
        ] as const
      }),
      actual: views.flatMap(({ id, achievements }) =>
        achievements
          .filter((one) => counted.includes(one.id))
          .map((one) => [`${one.id} of ${id}`, { progress: one.progress }] as const),
      ),
    },
  ]
}

const counted = ['prank-legend', 'little-black-book', 'marathon', 'auto-pilot']
