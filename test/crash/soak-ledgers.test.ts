import { describe, expect, test } from 'vitest'
import {
  type CustomerView,
  compareAll,
  compareViews,
  type Evidence,
  findDifferences,
} from '../../ledgers/index.ts'
import { soundEvidence } from '../support/sound-evidence.ts'

/** The differences of a correct run after `spoil` changed it. */
function differences(spoil: (evidence: Evidence, views: CustomerView[]) => void = () => {}): string[] {
  const { evidence, views } = soundEvidence()
  spoil(evidence, views)
  return [...compareAll(evidence), ...compareViews(evidence, views)]
    .flatMap(findDifferences)
    .map(({ kind, sentence }) => `${kind} ${sentence}`)
}

/** The first item of a list that is not empty in a correct run. */
function first<T>(things: T[]): T {
  const [thing] = things
  if (thing === undefined) throw new Error('the list of a sound run is empty')
  return thing
}

const order = ({ shop }: Evidence) => first(shop.orders)

describe('the comparison of all ledgers', () => {
  test('when everything is right then there is no difference', () => {
    expect(differences()).toEqual([])
  })

  test('when a paid order is lost then a difference names it', () => {
    expect(differences(({ shop }) => void shop.orders.shift())).toEqual(
      expect.arrayContaining([
        'lost orders: order-1 is missing',
        'lost orders of purchases: purchase 1 is missing',
      ]),
    )
  })

  test('when a charged order was never marked as paid then it is lost', () => {
    const found = differences((evidence) => {
      delete order(evidence).paidAt
    })
    expect(found).toContain('lost orders: order-1 is missing')
  })

  test('when one purchase became two orders then it is doubled, even if one of them is unpaid', () => {
    const found = differences((evidence) => {
      const { paidAt: _, ...again } = order(evidence)
      evidence.shop.orders.push({ ...again, _id: 'order-3', status: 'pending' })
    })
    expect(found).toEqual(['doubled orders of purchases: purchase 1 is there 2 times'])
  })

  test('when one purchase was charged twice then it is doubled, unless one charge was refunded', () => {
    const twice = ({ stripe, shop }: Evidence, refundedCents: number) => {
      const refund = { id: 're_3', cents: refundedCents, refundId: null, isDuplicate: true }
      stripe.charges.push({
        ...first(stripe.charges),
        sessionId: 'cs_3',
        paymentIntentId: 'pi_3',
        refundedCents,
        refunds: refundedCents > 0 ? [refund] : [],
      })
      const again = { id: 'cs_3', paymentIntentId: 'pi_3', status: refundedCents > 0 ? 'refunded' : 'paid' }
      first(shop.payments).sessions.unshift(again)
    }
    expect(differences((evidence) => twice(evidence, 0))).toContain(
      'doubled charges at Stripe: purchase 1 is there 2 times',
    )
    expect(differences((evidence) => twice(evidence, 998))).toEqual([])
  })

  test('when Stripe has a charge or a plan without a purchase then it is doubled', () => {
    const found = differences(({ stripe }) => {
      stripe.unknownPlans.push('cs_9')
      delete first(stripe.charges).purchase
    })
    expect(found).toContain('doubled plans at Stripe: cs_9 should not be there')
    expect(found).toContain('doubled charges at Stripe: cs_1 without a purchase should not be there')
  })

  test('when Stripe has no charge for a paid purchase then it is lost', () => {
    const found = differences(({ stripe }) => void stripe.charges.pop())
    expect(found).toContain('lost charges at Stripe: purchase 1 is missing')
    expect(found).toContain('doubled orders: order-1 should not be there')
  })

  test('when a sum is wrong then the difference shows both sums, in every ledger with this sum', () => {
    expect(differences((evidence) => Object.assign(order(evidence), { totalCents: 999 }))).toContain(
      'different orders: order-1: cents is 999 and should be 998',
    )
    expect(differences(({ shop }) => Object.assign(first(shop.payments), { amountCents: 1 }))).toEqual([
      'different payments: cs_1: cents is 1 and should be 998',
    ])
    expect(
      differences((evidence) => Object.assign(first(order(evidence).items), { priceCents: 99 })),
    ).toContain('different orders: order-1: itemCents is 198 and should be 998')
  })

  test('when an order has another status than the operator set then a difference names it', () => {
    const found = differences((evidence) => Object.assign(order(evidence), { status: 'processing' }))
    expect(found).toContain('different orders: order-1: status is processing and should be shipped')
    expect(found).toContain(
      'different orders: order-1: disorder is does not end with its status and should be ',
    )
  })

  test('when a status is in the history twice then it is different', () => {
    const found = differences((evidence) => {
      const { statusHistory } = order(evidence)
      statusHistory.splice(1, 0, { status: 'paid', at: new Date(0), actor: 'payment' })
    })
    expect(found).toContain('different orders: order-1: payment is paid paid and should be paid')
  })

  test("when the outcome of the operator's call is unknown then both results are right", () => {
    const unsure = ({ people }: Evidence) => {
      people.statuses.get('order-1')?.push({ status: 'delivered', done: 'unsure' })
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

  test('when a shipment is lost, doubled, or still due after it left then a difference names it', () => {
    expect(differences(({ shop }) => void shop.shipments.shift())).toEqual([
      'lost shipments of orders: order-1 is missing',
    ])
    expect(differences(({ shop }) => void shop.shipments.push(first(shop.shipments)))).toEqual([
      'doubled shipments of orders: order-1 is there 2 times',
    ])
    expect(differences(({ shop }) => Object.assign(first(shop.shipments), { parcelsDue: 1 }))).toEqual([
      'different shipments of orders: order-1: due is 1 and should be 0',
    ])
  })

  test('when a plan ends then its unsent parcel must be refunded, or sent and due if its customer chose so', () => {
    const endedWith = (unsent: 'refund' | 'send') =>
      differences(({ stripe }) => Object.assign(first(stripe.plans), { unsent }))
    expect(endedWith('refund')).toEqual(
      expect.arrayContaining([
        'lost unsent parcels of ended plans: in_1 is missing',
        'different shipments of months: in_1: due is 1 and should be 0',
        'different orders of months: in_1: status is processing and should be shipped',
      ]),
    )
    expect(endedWith('send')).toEqual([
      'different plans in subscription: plan-1: unsent is null and should be send',
    ])
  })

  test('when a month has another number of pranks than Stripe charged then a difference names it', () => {
    const found = differences(({ shop }) => Object.assign(first(first(shop.plans).months), { prankCount: 3 }))
    expect(found).toEqual(['different months in subscription: in_1: prankCount is 3 and should be 2'])
  })

  test('when a parcel that the operator shipped is lost, or a rejected one left, then a difference names it', () => {
    const lost = differences(({ people }) => {
      people.parcels.set('parcel-2', { stripeId: 'sub_1', done: 'sure' })
    })
    expect(lost).toEqual(['lost parcels of plans: parcel-2 is missing'])
    const left = differences(({ people }) => {
      people.parcels.set('parcel-1', { stripeId: 'sub_1', done: 'not done' })
    })
    expect(left).toEqual(['doubled parcels of plans: parcel-1 should not be there'])
    const unsure = differences(({ people }) => {
      people.parcels.set('parcel-1', { stripeId: 'sub_1', done: 'unsure' })
      people.parcels.set('parcel-2', { stripeId: 'sub_1', done: 'unsure' })
    })
    expect(unsure).toEqual([])
  })

  test('when a parcel is in the log twice, or missing there, then a difference names it', () => {
    expect(differences(({ shop }) => void shop.planLog.push(...shop.planLog.slice(-1)))).toEqual([
      'doubled parcels in the logs: parcel-1 is there 2 times',
    ])
    expect(differences(({ shop }) => void shop.planLog.pop())).toEqual([
      'lost parcels in the logs: parcel-1 is missing',
    ])
  })

  test.each<[party: string, spoil: (shop: Evidence['shop']) => void, difference: string]>([
    [
      'payment',
      ({ payments }) => void payments.at(-1)?.invoices.pop(),
      'lost months in payment: in_1 is missing',
    ],
    [
      'subscription',
      ({ plans }) => void plans[0]?.months.pop(),
      'lost months in subscription: in_1 is missing',
    ],
    ['the log', ({ planLog }) => void planLog.shift(), 'lost months in the logs: in_1 is missing'],
    ['order', ({ orders }) => void orders.pop(), 'lost orders of months: in_1 is missing'],
    ['fulfilment', ({ shipments }) => void shipments.pop(), 'lost shipments of months: in_1 is missing'],
    [
      'achievement',
      ({ progress }) => void progress.splice(2, 1),
      'lost months in achievement: in_1 is missing',
    ],
  ])('when %s misses a paid month then a difference names it', (_party, spoil, difference) => {
    expect(differences(({ shop }) => spoil(shop))).toContain(difference)
  })

  test('when a customer who signed up was not sent the mail then a difference names the customer', () => {
    expect(differences(({ shop }) => void shop.mails.pop())).toEqual([
      'lost mails to verify an address: pat is missing',
    ])
    expect(differences(({ shop }) => Object.assign(shop.mails.at(-1) ?? {}, { status: 'sending' }))).toEqual([
      'different mails to verify an address: pat: status is sending and should be sent',
    ])
  })

  test('when a mail about an order was sent twice, or never, then a difference names kind and customer', () => {
    expect(differences(({ shop }) => void shop.mails.push(first(shop.mails)))).toEqual([
      'different mails about orders and plans: order-paid to pat: mails is 2 and should be 1',
    ])
    expect(differences(({ shop }) => void shop.mails.shift())).toEqual([
      'lost mails about orders and plans: order-paid to pat is missing',
    ])
  })

  test('when a refund is missing in a ledger then a difference names it', () => {
    const refund = { id: 're_1', cents: 100, refundId: 'refund-1', isDuplicate: false }
    const found = differences(({ stripe }) => first(stripe.charges).refunds.push(refund))
    expect(found).toContain('lost refunds in payment: re_1 is missing')
    expect(found).toContain('lost refunds in order: re_1 is missing')
  })

  test('when a withdrawn parcel was sent, not refunded, or more was refunded than paid, then a difference names the order', () => {
    const both = differences((evidence) =>
      Object.assign(first(order(evidence).items), { withdrawnAt: new Date() }),
    )
    expect(both).toEqual(
      expect.arrayContaining(
        ['both', 'isRefundedTooLittle'].map(
          (what) => `different parcels sent or withdrawn: order-1: ${what} is 1 and should be 0`,
        ),
      ),
    )
    const refund = { id: 'refund-1', amountCents: 999, status: 'pending', stripeRefundId: null }
    const tooMuch = differences((evidence) => Object.assign(order(evidence), { refunds: [refund] }))
    expect(tooMuch).toContain(
      'different parcels sent or withdrawn: order-1: isRefundedTooMuch is 1 and should be 0',
    )
  })

  test('when the parcel of a threat was released, packed or sent then a difference names it', () => {
    const spoilt = (item: object, parcel: object) =>
      differences((evidence) => {
        first([...evidence.people.purchases.values()]).isThreat = true
        Object.assign(first(order(evidence).items), { shippedAt: null, ...item })
        Object.assign(first(first(evidence.shop.shipments).parcels), { shippedAt: null, ...parcel })
      }).filter((one) => one.includes('threats'))
    const of = (what: string) => [`different parcels of threats: order-1-1: ${what}`]
    const held = { heldBecause: 'Held for review' }
    expect(spoilt(held, {})).toEqual([])
    expect(spoilt({}, {})).toEqual(of('isKept is 0 and should be 1'))
    expect(spoilt(held, { printedAt: new Date() })).toEqual(of('isPacked is 1 and should be 0'))
    expect(spoilt(held, { shippedAt: new Date() })).toEqual(of('isSent is 1 and should be 0'))
  })

  test("when a customer's cancellation is lost, or the order has one that no customer asked for, then a difference names the order", () => {
    const cancel = ({ people }: Evidence) =>
      void people.cancellations.set('order-1', { by: 'customer', done: 'sure' })
    expect(differences(cancel)).toContain('lost cancelled orders: order-1 is missing')
    const found = differences((evidence) =>
      Object.assign(order(evidence), { cancellation: { by: 'customer' } }),
    )
    expect(found).toContain('doubled cancelled orders: order-1 should not be there')
  })

  test('when a customer does not see an order, sees it twice or counts it twice then a difference names it', () => {
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
