import { createHash } from 'node:crypto'
import { achievement, prankImages } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { newCustomer, newId, newPlanEvents } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { replaceUnkeyed } from '../src/use-cases/replace-unkeyed.ts'
import { contactSaved, day, orderPaid, orderRecovered, prankShipped, startFixture } from './fixture.ts'

const fixture = await startFixture()
/** What earlier versions stored of the address of the fixture. */
const unkeyed = createHash('sha256')
  .update(JSON.stringify(['gerald snail', '1 garden path', 'bend', 'or', '97701']))
  .digest('base64url')
afterAll(() => fixture.close())

async function deliverAll(...entries: OutboxEntry[]) {
  const outcomes = await Promise.all(entries.map(fixture.deliver))
  expect(outcomes.filter(Boolean)).toEqual([])
}

/** The progress of an achievement, and the day of January 2025 on which it was unlocked. */
async function stateOf(user: ReturnType<typeof newCustomer>, id: string) {
  const found = (await fixture.list(user)).find((one) => one.id === id)
  return [found?.progress, found?.unlockedDate && new Date(found.unlockedDate).getUTCDate()]
}

describe('the list', () => {
  test('when the customer has done nothing then it contains the eight achievements, locked, in the contract of the store', async () => {
    const user = newCustomer()
    const answer = await fixture.call('GET', '/api/achievements', { as: user })
    expect(answer.status).toBe(200)
    for (const one of answer.body) expect(achievement.parse(one)).toEqual(one)
    expect(
      answer.body.map(({ title, maxProgress }: { title: string; maxProgress: number }) => [
        title,
        maxProgress,
      ]),
    ).toEqual([
      ['First Strike', 1],
      ['Serial Prankster', 5],
      ['Prank Legend', 25],
      ['Collector', 6],
      ['Little Black Book', 5],
      ['Marathon', 12],
      ['Repeat Offender', 3],
      ['Auto-Pilot', 1],
    ])
    for (const { unlocked, progress, unlockedDate, reward } of answer.body) {
      expect([unlocked, progress, unlockedDate]).toEqual([false, 0, null])
      expect(reward.length).toBeGreaterThan(5)
    }
  })

  test('when another customer did things then they are not counted', async () => {
    await deliverAll(orderPaid(newId(), day(1), [{}]))
    expect(await stateOf(newCustomer(), 'first-strike')).toEqual([0, null])
  })
})

describe('pranks', () => {
  test('when an order is paid then each of its items counts once, whatever its quantity', async () => {
    const user = newCustomer()
    await deliverAll(orderPaid(user.id, day(3), [{ quantity: 10 }, {}]))
    expect(await stateOf(user, 'first-strike')).toEqual([1, 3])
    expect(await stateOf(user, 'serial-prankster')).toEqual([2, null])
  })

  test('when prank-shipped arrives for a paid item, before or after order-paid, then it is not counted twice', async () => {
    const user = newCustomer()
    const orderId = newId()
    const parcel = { parcelId: `${orderId}-1`, contactId: newId() }
    const shipped = prankShipped(user.id, day(5), parcel, orderId)
    await deliverAll(shipped)
    expect(await stateOf(user, 'first-strike')).toEqual([0, null])
    await deliverAll(orderPaid(user.id, day(3), [parcel], orderId), shipped)
    expect(await stateOf(user, 'first-strike')).toEqual([1, 3])
    expect(await stateOf(user, 'repeat-offender')).toEqual([1, null])
  })

  test("when a guest's order is recovered then its items count once for its owner, with the date of the payment", async () => {
    const user = newCustomer()
    const paid = orderPaid(null, day(4), [{}, {}])
    const recovered = orderRecovered(user.id, paid)
    await deliverAll(paid, recovered, recovered)
    expect(await stateOf(user, 'first-strike')).toEqual([1, 4])
    // Announced only after it has an owner, for example when the operator sends an imported order.
    await deliverAll({ ...paid, id: newId(), data: { ...(paid.data as object), ownerId: user.id } })
    expect(await stateOf(user, 'serial-prankster')).toEqual([2, null])
  })

  test('when a parcel of a plan is shipped then it counts once', async () => {
    const user = newCustomer()
    const shipped = prankShipped(user.id, day(7), {})
    await deliverAll(shipped, shipped)
    expect(await stateOf(user, 'serial-prankster')).toEqual([1, null])
  })

  test('when 30 pranks are delivered twice each in any order then legend is 25, unlocked by the 25th in time', async () => {
    const user = newCustomer()
    const entries = Array.from({ length: 30 }, (_, i) => prankShipped(user.id, day(i + 1), {}))
    await deliverAll(...shuffled([...entries, ...entries]))
    expect(await stateOf(user, 'prank-legend')).toEqual([25, 25])
    expect(await stateOf(user, 'serial-prankster')).toEqual([5, 5])
    expect(await fixture.progress.countDocuments({ ownerId: user.id, track: 'prank' })).toBe(30)
  })

  test('when all six kinds are sent, some of them twice, then the collector is complete with the last new kind', async () => {
    const user = newCustomer()
    const parts = prankImages.map((image) => ({ image }))
    await deliverAll(...parts.slice(0, 5).map((part, i) => prankShipped(user.id, day(i + 1), part)))
    await deliverAll(orderPaid(user.id, day(9), [{ image: 'potato' }, { image: 'fart' }]))
    expect(await stateOf(user, 'collector')).toEqual([5, null])
    await deliverAll(orderPaid(user.id, day(12), [{ image: prankImages[5] }]))
    expect(await stateOf(user, 'collector')).toEqual([6, 12])
  })

  test('when one target is pranked by order and by plan then the third prank unlocks repeat offender', async () => {
    const user = newCustomer()
    const contactId = newId()
    const third = prankShipped(user.id, day(8), { contactId })
    await deliverAll(
      prankShipped(user.id, day(9), { contactId }),
      third,
      third,
      orderPaid(user.id, day(2), [{}, {}]),
    )
    expect(await stateOf(user, 'repeat-offender')).toEqual([2, null])
    await deliverAll(orderPaid(user.id, day(4), [{ contactId }]))
    expect(await stateOf(user, 'repeat-offender')).toEqual([3, 9])
    const more = Array.from({ length: 6 }, (_, i) => prankShipped(user.id, day(20 + i), { contactId }))
    await deliverAll(...more, ...more, third)
    expect(await stateOf(user, 'repeat-offender')).toEqual([3, 9])
    const kept = await fixture.progress.findById(`target:${user.id}:${contactId}`).lean()
    expect(kept?.hits).toHaveLength(3)
  })

  test('when items name no contact then the same name and address are the same target', async () => {
    const user = newCustomer()
    const none = { contactId: null }
    await deliverAll(orderPaid(user.id, day(1), [none, none, none]))
    expect(await stateOf(user, 'repeat-offender')).toEqual([3, 1])
  })

  test('when items name no contact then what is stored does not confirm a guessed address', async () => {
    const user = newCustomer()
    await deliverAll(orderPaid(user.id, day(1), [{ contactId: null }]))
    const stored = JSON.stringify(await fixture.progress.find({ ownerId: user.id }).lean())
    expect(stored).toContain('target:')
    expect(stored).not.toContain(unkeyed)
  })

  test('when an earlier version counted a target by an unkeyed digest then the next start replaces it, and it counts on', async () => {
    const user = newCustomer()
    const hit = { id: 'an earlier parcel', at: new Date(day(1)) }
    const earlier = { ownerId: user.id, track: 'target' as const, count: 1, at: hit.at, hits: [hit] }
    await fixture.progress.create({ _id: `target:${user.id}:${unkeyed}`, ...earlier })
    const none = { contactId: null }
    await deliverAll(orderPaid(user.id, day(2), [none]))
    for (const _ of [1, 2]) await replaceUnkeyed(fixture.deps)
    expect(JSON.stringify(await fixture.progress.find({ ownerId: user.id }).lean())).not.toContain(unkeyed)
    await deliverAll(orderPaid(user.id, day(3), [none]))
    expect(await stateOf(user, 'repeat-offender')).toEqual([3, 3])
  })

  test('when an order has no owner then it is not counted', async () => {
    const before = await fixture.progress.countDocuments()
    await deliverAll(orderPaid(null, day(1), [{}]))
    expect(await fixture.progress.countDocuments()).toBe(before)
  })

  test('when many orders of one customer are paid at once then no item is lost', async () => {
    const user = newCustomer()
    const contactId = newId()
    await deliverAll(
      ...Array.from({ length: 20 }, () => orderPaid(user.id, day(1), [{ contactId }, { contactId }])),
    )
    expect(await fixture.progress.countDocuments({ ownerId: user.id, track: 'prank' })).toBe(40)
    expect(await stateOf(user, 'repeat-offender')).toEqual([3, 1])
  })
})

describe('targets and plans', () => {
  test('when targets are saved, changed and saved again then each counts once, with its first date', async () => {
    const user = newCustomer()
    const ids = Array.from({ length: 5 }, newId)
    const changed = ids.map((contactId) => contactSaved(user.id, day(20), { contactId, created: false }))
    const created = ids.map((contactId, i) =>
      contactSaved(user.id, day(i + 1), { contactId, target: `digest-${i}` }),
    )
    await deliverAll(...changed.slice(0, 4), ...created.slice(0, 4), ...created.slice(0, 4))
    expect(await stateOf(user, 'little-black-book')).toEqual([4, null])
    await deliverAll(...shuffled([...created, ...changed]))
    expect(await stateOf(user, 'little-black-book')).toEqual([5, 5])
  })

  test('when one target is removed and added five times then it counts once, with the first date', async () => {
    const user = newCustomer()
    const again = Array.from({ length: 5 }, (_, i) => contactSaved(user.id, day(i + 1), { target: 'digest' }))
    await deliverAll(...shuffled([...again, ...again]))
    expect(await stateOf(user, 'little-black-book')).toEqual([1, null])
    const kept = await fixture.progress.find({ ownerId: user.id, track: 'contact' }).lean()
    expect(kept.map(({ at }) => at.toISOString())).toEqual([day(1)])
  })

  test('when two customers save the same target then it counts for each', async () => {
    const users = [newCustomer(), newCustomer()] as const
    await deliverAll(...users.map(({ id }) => contactSaved(id, day(1), { target: 'digest' })))
    for (const user of users) expect(await stateOf(user, 'little-black-book')).toEqual([1, null])
  })

  test('when events come from before the digest then each contact counts once, in addition to those with a digest', async () => {
    const user = newCustomer()
    const older = Array.from({ length: 4 }, (_, i) => contactSaved(user.id, day(i + 1), {}))
    const changed = older.map(({ subject }) =>
      contactSaved(user.id, day(9), { contactId: subject, created: false }),
    )
    await deliverAll(...shuffled([...older, ...older, ...changed]))
    expect(await stateOf(user, 'little-black-book')).toEqual([4, null])
    await deliverAll(contactSaved(user.id, day(10), { target: 'digest' }))
    expect(await stateOf(user, 'little-black-book')).toEqual([5, 10])
  })

  test('when twelve paid months are delivered twice and out of order then marathon and auto-pilot are exact', async () => {
    const { user, ...plan } = newPlanEvents()
    const first = plan.created(day(1))
    const renewals = Array.from({ length: 11 }, (_, i) => plan.renewed(day(i + 2)))
    await deliverAll(...shuffled([...renewals.slice(0, 10), ...renewals.slice(0, 10), first]))
    expect(await stateOf(user, 'marathon')).toEqual([11, null])
    expect(await stateOf(user, 'auto-pilot')).toEqual([1, 1])
    await deliverAll(...renewals.slice(10), first)
    expect(await stateOf(user, 'marathon')).toEqual([12, 12])
  })
})

describe('an invalid message', () => {
  test('when a message is not an event then it becomes a dead letter with a reason and the next message is handled', async () => {
    const id = newId()
    await fixture.deliverRaw('order-paid', '{"specversion":"1.0"}', id)
    const deadLetters = await until(async () => {
      const found = await fixture.deadLetters('order-paid')
      return found.length > 0 ? found : null
    })
    expect(deadLetters[0]).toMatchObject({ id, reason: expect.stringContaining('not a valid order-paid') })
    await deliverAll(orderPaid(newId(), day(1), [{}]))
  })
})

/** A shuffled copy; the seed is fixed so that a failure can be reproduced. */
function shuffled<T>(all: T[]): T[] {
  let seed = 42
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed
  }
  return all
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
}
