import type { DeadLetterEntry } from '@prankpost/contracts'
import { describe, expect, test } from 'vitest'
import { findDifferences } from '../../bench/proof/compare.ts'
import { judge } from '../../soak/dead-letters.ts'
import type { Evidence } from '../../soak/ledgers/evidence.ts'
import { type CustomerView, historyLedgers } from '../../soak/ledgers/histories.ts'
import { mailLedgers } from '../../soak/ledgers/mails.ts'
import { orderLedgers } from '../../soak/ledgers/orders.ts'
import { paymentLedgers } from '../../soak/ledgers/payments.ts'
import { shipmentLedgers } from '../../soak/ledgers/shipments.ts'
import { wishLedgers } from '../../soak/ledgers/wishes.ts'
import { soundEvidence } from '../support/soak-evidence.ts'

/** What the checker says of a sound run after this was done to it. */
function differences(spoil: (evidence: Evidence, views: CustomerView[]) => void = () => {}): string[] {
  const { evidence, views } = soundEvidence()
  spoil(evidence, views)
  const ledgers = [wishLedgers, paymentLedgers, orderLedgers, shipmentLedgers, mailLedgers].flatMap((make) =>
    make(evidence),
  )
  return [...ledgers, ...historyLedgers(evidence, views)]
    .flatMap(findDifferences)
    .map(({ kind, words }) => `${kind} ${words}`)
}

/** The first of a list that a sound run has. */
function first<T>(things: T[]): T {
  const [thing] = things
  if (thing === undefined) throw new Error('a sound run has one')
  return thing
}

const order = ({ stores }: Evidence) => first(stores.orders)

describe("the soak's checker", () => {
  test('when all is as it should be then it finds nothing', () => {
    expect(differences()).toEqual([])
  })

  test('when a paid order is lost then it names it', () => {
    expect(differences(({ stores }) => void stores.orders.shift())).toEqual(
      expect.arrayContaining(['lost orders: order-1 is missing', 'lost orders of wishes: wish 1 is missing']),
    )
  })

  test('when an order was never marked as paid then it is lost', () => {
    const found = differences((evidence) => {
      delete order(evidence).paidAt
    })
    expect(found).toContain('lost orders: order-1 is missing')
  })

  test('when one wish became two orders then it is doubled, unpaid or not', () => {
    const found = differences((evidence) => {
      const { paidAt: _, ...again } = order(evidence)
      evidence.stores.orders.push({ ...again, _id: 'order-3', status: 'pending' })
    })
    expect(found).toEqual(['doubled orders of wishes: wish 1 is there 2 times'])
  })

  test('when one wish was charged twice then it is doubled, until one charge was given back', () => {
    const twice = ({ books, stores }: Evidence, refundedCents: number) => {
      books.charges.push({
        ...first(books.charges),
        sessionId: 'cs_3',
        paymentIntentId: 'pi_3',
        refundedCents,
      })
      const again = { id: 'cs_3', paymentIntentId: 'pi_3', status: refundedCents > 0 ? 'refunded' : 'paid' }
      first(stores.payments).sessions.unshift(again)
    }
    expect(differences((evidence) => twice(evidence, 0))).toContain(
      'doubled charges at Stripe: wish 1 is there 2 times',
    )
    expect(differences((evidence) => twice(evidence, 998))).toEqual([])
  })

  test('when nobody paid what Stripe was paid for then it is doubled', () => {
    const found = differences(({ books }) => {
      books.strangers.push('cs_9')
      delete first(books.charges).purchase
    })
    expect(found).toContain('doubled plans at Stripe: cs_9 should not be there')
    expect(found).toContain('doubled charges at Stripe: cs_1 of nobody should not be there')
  })

  test('when Stripe lost what its page said was paid then it is lost', () => {
    const found = differences(({ books }) => void books.charges.pop())
    expect(found).toContain('lost charges at Stripe: wish 1 is missing')
    expect(found).toContain('doubled orders: order-1 should not be there')
  })

  test('when a sum is wrong then it says by how much, in every ledger that holds it', () => {
    expect(differences((evidence) => Object.assign(order(evidence), { totalCents: 999 }))).toContain(
      'different orders: order-1: cents is 999 and should be 998',
    )
    expect(differences(({ stores }) => Object.assign(first(stores.payments), { amountCents: 1 }))).toEqual([
      'different payments: cs_1: cents is 1 and should be 998',
    ])
    expect(
      differences((evidence) => Object.assign(first(order(evidence).items), { priceCents: 99 })),
    ).toContain('different orders: order-1: itemCents is 198 and should be 998')
  })

  test('when an order has another status than the operator gave it then it is different', () => {
    const found = differences((evidence) => Object.assign(order(evidence), { status: 'processing' }))
    expect(found).toContain('different orders: order-1: status is processing and should be shipped')
    expect(found).toContain(
      'different orders: order-1: disorder is does not end with its status and should be ',
    )
  })

  test('when a status stands in the history twice then it is different', () => {
    const found = differences((evidence) => {
      const { statusHistory } = order(evidence)
      statusHistory.splice(1, 0, { status: 'paid', at: new Date(0), actor: 'payment' })
    })
    expect(found).toContain('different orders: order-1: payment is paid paid and should be paid')
  })

  test('when the operator is not sure of a status then both are right', () => {
    const unsure = ({ journal }: Evidence) => {
      journal.statuses.get('order-1')?.push({ status: 'delivered', done: 'unsure' })
    }
    expect(differences(unsure)).toEqual([])
    const done = differences((evidence, views) => {
      unsure(evidence)
      const given = order(evidence)
      given.status = 'delivered'
      given.statusHistory.push({ status: 'delivered', at: new Date(), actor: 'admin' })
      Object.assign(first(first(views).history), { status: 'delivered' })
    })
    expect(done).toEqual([])
  })

  test('when a shipment is lost, doubled, or still due after it left then it is named', () => {
    expect(differences(({ stores }) => void stores.shipments.shift())).toEqual([
      'lost shipments of orders: order-1 is missing',
    ])
    expect(differences(({ stores }) => void stores.shipments.push(first(stores.shipments)))).toEqual([
      'doubled shipments of orders: order-1 is there 2 times',
    ])
    expect(differences(({ stores }) => Object.assign(first(stores.shipments), { parcelsDue: 1 }))).toEqual([
      'different shipments of orders: order-1: due is 1 and should be 0',
    ])
  })

  test('when a parcel that the operator sent is lost, or one that was refused left, then it is named', () => {
    const lost = differences(({ journal }) => {
      journal.parcels.set('parcel-2', { stripeId: 'sub_1', done: 'sure' })
    })
    expect(lost).toEqual(['lost parcels of plans: parcel-2 is missing'])
    const left = differences(({ journal }) => {
      journal.parcels.set('parcel-1', { stripeId: 'sub_1', done: 'not done' })
    })
    expect(left).toEqual(['doubled parcels of plans: parcel-1 should not be there'])
    const unsure = differences(({ journal }) => {
      journal.parcels.set('parcel-1', { stripeId: 'sub_1', done: 'unsure' })
      journal.parcels.set('parcel-2', { stripeId: 'sub_1', done: 'unsure' })
    })
    expect(unsure).toEqual([])
  })

  test('when the log tells of a parcel twice, or not at all, then it is named', () => {
    expect(differences(({ stores }) => void stores.loggedParcels.push(first(stores.loggedParcels)))).toEqual([
      'doubled parcels in the logs: parcel-1 is there 2 times',
    ])
    expect(differences(({ stores }) => void stores.loggedParcels.pop())).toEqual([
      'lost parcels in the logs: parcel-1 is missing',
    ])
  })

  test('when somebody who signed up was sent no mail, or is still to be sent it, then it is named', () => {
    expect(differences(({ stores }) => void stores.mails.pop())).toEqual([
      'lost mails to verify an address: pat is missing',
    ])
    expect(differences(({ stores }) => Object.assign(first(stores.mails), { status: 'sending' }))).toEqual([
      'different mails to verify an address: pat: status is sending and should be sent',
    ])
  })

  test('when a customer does not see an order, sees it twice or counts it twice then it is named', () => {
    expect(differences((_, views) => void first(views).history.shift())).toEqual([
      'lost histories: order-1 of pat is missing',
    ])
    expect(differences((_, views) => void first(views).history.push(first(first(views).history)))).toContain(
      'different histories: order-1 of pat: lines is null and should be 1',
    )
    expect(
      differences((_, views) => Object.assign(first(first(views).achievements), { progress: 3 })),
    ).toEqual(['different achievements: prank-legend of pat: progress is 3 and should be 2'])
  })
})

test('when a dead letter fits no explanation then it is judged without one', () => {
  const letter = { service: 'order', event: 'prank-changed', reason: 'NotYet: order 1' } as DeadLetterEntry
  expect(judge([letter])).toEqual([{ letter, why: null }])
  const known = [{ applies: ({ event }: DeadLetterEntry) => event === 'prank-changed', why: 'a copy' }]
  expect(judge([letter], known)).toEqual([{ letter, why: 'a copy' }])
})
