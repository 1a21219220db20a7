import { until } from '@prankpost/test-harness'
import { type Attack, expectSame } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { linksBetween, wordsOn } from '../kit/documents.ts'
import { asOperator, type Customer, newCustomer, parcelsOf, pranksOf, type Target } from '../kit/people.ts'

const hilda = { name: 'Hilda Heron', address: '22 Lake Rd', city: 'Bend', state: 'OR', zipCode: '97701' }
const ivan = { name: 'Ivan Ibis', address: '345 Marsh Ave', city: 'Tampa', state: 'FL', zipCode: '33601' }
const strangersTarget = {
  name: 'Otto Otter',
  address: '9 Dam St',
  city: 'Reno',
  state: 'NV',
  zipCode: '89501',
}
const kinds = ['labels', 'slips'] as const

/** Two recipients compare the documents of their parcels: of one order, and of one month of a plan. */
export const linkedParcels: Attack = {
  name: 'linked-parcels',
  finding: '4',
  bound: "only the shop's own words in common",
  async run(shop) {
    // The words that the shop prints for everyone: single-parcel orders of each prank, and a parcel of a plan.
    const stranger = await newCustomer(shop)
    const single: string[] = []
    for (const [prank] of (await pranksOf(shop)).entries())
      single.push(...(await orderedParcels(shop, stranger, [{ prank, target: strangersTarget }])))
    single.push(...(await planParcels(shop, await newCustomer(shop), [strangersTarget])))

    const sender = await newCustomer(shop)
    const lines = [
      { prank: 0, target: hilda },
      { prank: 1, target: ivan },
    ]
    const pairs = {
      'one order': await orderedParcels(shop, sender, lines),
      'one month of a plan': await planParcels(shop, sender, [hilda, ivan]),
    }
    const checks = []
    for (const kind of kinds) {
      const known = await Promise.all(single.map((parcelId) => wordsOn(shop, parcelId, kind)))
      for (const [what, [one = '', other = '']] of Object.entries(pairs)) {
        const [first, second] = [await wordsOn(shop, one, kind), await wordsOn(shop, other, kind)]
        if (!first.has('hilda') || !second.has('ivan'))
          throw new Error(`the ${kind} of ${what} name no target`)
        const links = linksBetween(first, second, known)
        checks.push(expectSame(`words that link two ${kind} of ${what}`, links.join(' ') || 'none', 'none'))
      }
    }
    return { checks }
  },
}

/** Places and pays an order; returns the ids of its parcels once fulfilment has them. */
async function orderedParcels(
  shop: Shop,
  customer: Customer,
  lines: { prank: number; target: Target }[],
): Promise<string[]> {
  const orderId = await customer.buy(lines)
  const parcelIds = await parcelsOf(shop, orderId)
  await until(async () => {
    const body = { kind: 'labels', parcelIds }
    return (await asOperator(shop, 'POST', '/api/admin/parcel-documents', { body })).status === 200
  })
  return parcelIds
}

/** Buys a plan and ships its month to the targets; returns the ids of the parcels. */
async function planParcels(shop: Shop, customer: Customer, targets: Target[]): Promise<string[]> {
  const plan = await customer.subscribe(targets.length)
  const pranks = await pranksOf(shop)
  const parcelIds: string[] = []
  for (const [n, target] of targets.entries()) {
    const contact = await customer.insist('POST', '/api/contacts', target, 201)
    const body = {
      stripeSubscriptionId: plan.stripeSubscriptionId,
      userId: plan.userId,
      prankId: pranks[n]?.id,
      contactId: contact.body.id,
      quantity: 1,
    }
    const shipped = await until(async () => {
      // Fulfilment may receive the plan, and contact the target, a moment later.
      const answer = await asOperator(shop, 'POST', '/api/admin/ship-subscription-prank', { body })
      return answer.status === 201 ? answer : null
    })
    parcelIds.push(shipped.body.parcelId)
  }
  return parcelIds
}
