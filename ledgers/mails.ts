import type { Db } from 'mongodb'
import type { Entry } from './comparison.ts'
import { readDocuments } from './documents.ts'
import type { Comparer, Evidence } from './evidence.ts'
import { keptCharges } from './stripe.ts'

/** A mail as the notification service stores it: without its content. */
export interface StoredMail {
  userId: string
  kind: string
  status: string
}

export const readMails = (database: Db) =>
  readDocuments<StoredMail>(database, 'mails', ['userId', 'kind', 'status'])

/** Every customer was sent one link to verify the address, and one mail for each thing that happened. */
export const compareMails: Comparer = (evidence) => {
  const { members } = evidence.people
  const sent = evidence.shop.mails.filter(({ userId }) => members.has(userId))
  const expected = happened(evidence).filter(([, ownerId]) => members.has(ownerId))
  const kinds = new Set<string>(expected.map(([kind]) => kind))
  return [
    {
      name: 'mails to verify an address',
      expected: [...members.keys()].map((id) => [id, { status: 'sent' }]),
      actual: sent
        .filter(({ kind }) => kind === 'verify-email')
        .map(({ userId, status }) => [userId, { status }]),
    },
    {
      name: 'mails about orders and plans',
      expected: counted(expected),
      actual: counted(sent.filter(({ kind, status }) => kinds.has(kind) && status === 'sent').map(toPair)),
    },
  ]
}

type Pair = readonly [kind: string, ownerId: string]
const toPair = ({ kind, userId }: StoredMail): Pair => [kind, userId]

/** Everything that a mail is sent about, with the kind of the mail and its customer. */
function happened({ stripe, shop }: Evidence): Pair[] {
  const charges = keptCharges(stripe).flatMap(({ purchase, refunds }) =>
    purchase === undefined ? [] : [{ ownerId: purchase.ownerId, refunds }],
  )
  return [
    ...charges.map(({ ownerId }) => ['order-paid', ownerId] as const),
    ...charges.flatMap(({ ownerId, refunds }) => refunds.map(() => ['refund-sent', ownerId] as const)),
    ...stripe.plans.flatMap(({ ownerId, months }) =>
      months.flatMap(({ refunds }) => refunds.map(() => ['refund-sent', ownerId] as const)),
    ),
    ...stripe.plans.flatMap(({ ownerId, months }) =>
      months.map(({ isFirst }) => [isFirst ? 'plan-started' : 'plan-charged', ownerId] as const),
    ),
    // The mail about a refused parcel says that nothing is left to send.
    ...shop.orders.flatMap(({ ownerId, cancellation, items }) =>
      cancellation === undefined || items.some(({ refused }) => refused)
        ? []
        : [['order-cancelled', String(ownerId)] as const],
    ),
    ...shop.orders.flatMap(({ ownerId, items }) =>
      items.filter(({ refused }) => refused).map(() => ['parcel-refused', String(ownerId)] as const),
    ),
    ...shop.orders.flatMap(({ ownerId, items, paidAt }) =>
      items
        .filter(({ shippedAt }) => paidAt !== undefined && shippedAt !== null)
        .map(() => ['parcel-shipped', String(ownerId)] as const),
    ),
  ]
}

const counted = (pairs: Pair[]): Entry[] =>
  [...Map.groupBy(pairs, ([kind, ownerId]) => `${kind} to ${ownerId}`)].map(([key, mails]) => [
    key,
    { mails: mails.length },
  ])
