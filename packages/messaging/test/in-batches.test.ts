import { describe, expect, test } from '@jest/globals'
import { FailedItems, inBatches } from '../src/in-batches.ts'

/** A writer whose writes end when they are told to. */
function slowWriter() {
  const writes: { items: number[]; end: PromiseWithResolvers<void> }[] = []
  const write = (items: number[]) => {
    const end = Promise.withResolvers<void>()
    writes.push({ items, end })
    return end.promise
  }
  const next = () => new Promise((resolve) => setImmediate(resolve))
  return { save: inBatches(write), writes, next }
}

describe('inBatches', () => {
  test('when one comes then it is written at once, and done when its write is', async () => {
    const { save, writes, next } = slowWriter()
    let isDone = false
    const saved = save(1).then(() => {
      isDone = true
    })
    await next()
    expect([writes.map(({ items }) => items), isDone]).toEqual([[[1]], false])
    writes[0]?.end.resolve()
    await saved
    expect(isDone).toBe(true)
  })

  test('when many come while a write is under way then they go together, in their order, 200 at a time', async () => {
    const { save, writes, next } = slowWriter()
    const all = Array.from({ length: 302 }, (_, n) => save(n))
    for (const n of [0, 1, 2]) {
      await next()
      writes[n]?.end.resolve()
    }
    await Promise.all(all)
    expect(writes.map(({ items }) => items.length)).toEqual([1, 200, 101])
    expect(writes.flatMap(({ items }) => items)).toEqual(Array.from({ length: 302 }, (_, n) => n))
  })

  test('when a write fails then those in it fail, and the next is tried all the same', async () => {
    const { save, writes, next } = slowWriter()
    const outcomes = Promise.allSettled([save(1), save(2), save(3)])
    writes[0]?.end.reject(new Error('away'))
    await next()
    writes[1]?.end.resolve()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    const later = save(4)
    await next()
    writes[2]?.end.resolve()
    await later
  })

  test('when they may wait for company then all that come in that time go together', async () => {
    const writes: number[][] = []
    const save = inBatches(async (items: number[]) => void writes.push(items), { waitMs: 20 })
    const first = save(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([first, save(2), save(3)])
    expect(writes).toEqual([[1, 2, 3]])
  })

  test('when there are enough, or somebody cannot wait, then they go at once', async () => {
    const writes: number[][] = []
    const save = inBatches(async (items: number[]) => void writes.push(items), { waitMs: 60_000, atMost: 2 })
    await Promise.all([save(1), save(2)])
    const left = save(3)
    await save.flush()
    await left
    expect(writes).toEqual([[1, 2], [3]])
  })

  test('when a batch fails whose items may be written twice then each fails, or not, for itself', async () => {
    const written: number[] = []
    const write = async (items: number[]) => {
      if (items.includes(2)) throw new Error('not this one')
      written.push(...items)
    }
    const save = inBatches(write, { waitMs: 5, repeatable: true })
    const outcomes = await Promise.allSettled([save(1), save(2), save(3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(written).toEqual([1, 3])
  })

  test('when a write says which items failed then the others are done', async () => {
    const write = async (items: number[]) => {
      const odd = items.flatMap((item, place) => (item % 2 === 1 ? [[place, item] as const] : []))
      throw new FailedItems(new Map(odd.map(([place, item]) => [place, new Error(`${item} is odd`)])))
    }
    const save = inBatches(write, { waitMs: 5 })
    const outcomes = await Promise.allSettled([save(2), save(3), save(4)])
    expect(outcomes.map((one) => (one.status === 'rejected' ? one.reason.message : 'done'))).toEqual([
      'done',
      '3 is odd',
      'done',
    ])
  })
})
