import { expect, test } from 'vitest'
import { createSlots } from '../src/slots.ts'

/** Slots whose work ends when the test decides, and the order in which the work started. */
function slotsOf({ slots = 1, maxWaitingOfKey = 3, maxWaitMs = 2_000, workMs = 20 } = {}) {
  const withSlot = createSlots({ slots, maxWaitingOfKey, maxWaitMs, workMs })
  const began: string[] = []
  const ends: (() => void)[] = []
  const results: Promise<unknown>[] = []
  return {
    began,
    add(key: string) {
      const work = () => {
        began.push(key)
        return new Promise<void>((end) => ends.push(end))
      }
      const result = withSlot(key, work)
      results.push(result.catch(() => undefined))
      return result
    },
    async endAll() {
      for (let ended = 0; ended < ends.length; ended++) {
        ends[ended]?.()
        // The next piece starts after the end of this one has been processed.
        await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.all(results)
    },
  }
}

test('when three keys flood the queue then a key without recent work goes next', async () => {
  const { add, began, endAll } = slotsOf()
  for (const key of ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c', 'a']) void add(key)
  void add('victim')
  await endAll()
  expect(began.indexOf('victim')).toBeLessThan(4)
  expect(began).toHaveLength(11)
})

test('when a key has flooded the queue for long then a key that arrives later is served before its waiting work', async () => {
  const { add, began, endAll } = slotsOf()
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 4; i++) void add('flood')
    if (round < 4) await endAll()
  }
  void add('victim')
  const before = began.length
  await endAll()
  expect(began[before]).toBe('victim')
})

test('when three pieces of work of a key wait then the fourth is refused, and other keys are not', async () => {
  const { add, endAll, began } = slotsOf()
  for (let i = 0; i < 4; i++) void add('flood')
  await expect(add('flood')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 })
  void add('other')
  await endAll()
  expect(began).toHaveLength(5)
  void add('flood')
  await endAll()
  expect(began).toHaveLength(6)
})

test('when the queue is as long as the maximum wait then the next piece is refused until some work is done', async () => {
  const { add, endAll, began } = slotsOf({ slots: 2, maxWaitMs: 100, workMs: 50 })
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const key of keys) void add(key)
  await expect(add('g')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 })
  await endAll()
  expect(began).toHaveLength(6)
  void add('g')
  await endAll()
  expect(began).toHaveLength(7)
})

test('when work fails then its slot is free again', async () => {
  const withSlot = createSlots({ slots: 1, maxWaitingOfKey: 3, maxWaitMs: 2_000, workMs: 20 })
  const failing = withSlot('a', () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(await withSlot('a', async () => 'done')).toBe('done')
})
