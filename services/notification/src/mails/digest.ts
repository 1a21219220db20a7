import type {
  digestOfCases,
  digestOfMessages,
  digestOfOrders,
  digestOfParcels,
  digestOfStock,
} from '@prankpost/contracts'
import type { z } from 'zod'
import { formatLongDay, plural } from './format.ts'
import { type MailContent, mail } from './layout.ts'

/** The figures of a day; null where a service did not answer. */
export interface Digest {
  parcels: z.output<typeof digestOfParcels> | null
  orders: z.output<typeof digestOfOrders> | null
  stock: z.output<typeof digestOfStock> | null
  messages: z.output<typeof digestOfMessages> | null
  cases: z.output<typeof digestOfCases> | null
}

/** Names in the mail; the admin shows all. */
const maxNames = 10

/** Whether all is known, and nothing is to be done. */
export const isQuiet = ({ parcels, orders, stock, messages, cases }: Digest): boolean =>
  parcels !== null &&
  parcels.toSend + parcels.held === 0 &&
  orders !== null &&
  orders.disputes + orders.failedRefunds === 0 &&
  stock?.low.length === 0 &&
  messages?.unanswered === 0 &&
  cases?.openCases === 0

/** What waits for operators on this day. It names no customer. */
export function digestMail({
  to,
  day,
  digest,
  publicUrl,
}: {
  to: string
  /** Such as `2027-03-04`. */
  day: string
  digest: Digest
  publicUrl: string
}): MailContent {
  const { parcels, orders, stock, messages, cases } = digest
  const admin = `${publicUrl}/admin`
  const isIncomplete = Object.values(digest).includes(null)
  return mail({
    to,
    subject: subjectOf(digest),
    preview: `What waits for you on ${formatLongDay(day)}:`,
    parts: [
      {
        facts: [
          ['To send', count(parcels?.toSend, 'parcel')],
          ['Overdue', count(parcels?.overdue, 'parcel')],
          ['Held', count(parcels?.held, 'parcel')],
          ['Low stock', stock === null ? 'unknown' : namesOf(stock.low)],
          ['Open disputes', count(orders?.disputes, 'dispute')],
          ['Failed refunds', count(orders?.failedRefunds, 'refund')],
          ['Unanswered messages', count(messages?.unanswered, 'message')],
          ['Reports of harassment', count(cases?.openCases, 'open case')],
        ],
      },
      ...(isIncomplete
        ? [
            'Unknown: a part of the shop gave no answer when this mail was written. The admin shows it once it is back.',
          ]
        : []),
      { button: 'Open the admin', url: admin },
    ],
  })
}

const count = (number: number | undefined, one: string) =>
  number === undefined ? 'unknown' : number === 0 ? 'none' : plural(number, one)

function namesOf(low: z.output<typeof digestOfStock>['low']): string {
  if (low.length === 0) return 'none'
  const names = low.slice(0, maxNames).map(({ name, left }) => `${name} (${left <= 0 ? 'sold out' : left})`)
  return [...names, ...(low.length > maxNames ? [`${low.length - maxNames} more`] : [])].join(', ')
}

/** The figures that are not zero, the most urgent ones first. */
function subjectOf({ parcels, orders, stock, messages, cases }: Digest): string {
  const figures: [number, string][] = [
    [parcels?.toSend ?? 0, 'to send'],
    [parcels?.overdue ?? 0, 'overdue'],
    [parcels?.held ?? 0, 'held'],
    [orders?.disputes ?? 0, 'in dispute'],
    [orders?.failedRefunds ?? 0, 'refunds failed'],
    [stock?.low.length ?? 0, 'low in stock'],
    [messages?.unanswered ?? 0, 'unanswered'],
    [cases?.openCases ?? 0, 'reported'],
  ]
  const shown = figures.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return `Good morning: ${shown.length > 0 ? shown.join(', ') : 'some figures are unknown'}`
}
