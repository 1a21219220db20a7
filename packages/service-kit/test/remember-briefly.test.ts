import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { rememberBriefly } from '../src/remember-briefly.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Counts how often it is asked, and answers that. */
function counter() {
  let asked = 0
  return async () => ++asked
}

test('when some ask at the same time, or within 3 seconds, then it is computed once', async () => {
  const read = rememberBriefly(counter())
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual([1, 1, 2])
  jest.advanceTimersByTime(2_999)
  expect(await read('a')).toBe(1)
  jest.advanceTimersByTime(1)
  expect(await read('a')).toBe(3)
})

test('when an answer says how long it is good for, then it is kept for so long, or not at all', async () => {
  const read = rememberBriefly(counter(), { keepMsOf: (answer) => (answer === 1 ? 0 : 60_000) })
  expect([await read('a'), await read('a')]).toEqual([1, 2])
  jest.advanceTimersByTime(59_999)
  expect(await read('a')).toBe(2)
  jest.advanceTimersByTime(1)
  expect(await read('a')).toBe(3)
})

test('when it fails then all who wait are told, and the next is answered', async () => {
  const compute = jest.fn(async () => 'there').mockRejectedValueOnce(new Error('away'))
  const read = rememberBriefly(compute)
  const outcomes = await Promise.allSettled([read('a'), read('a')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read('a')).toBe('there')
  expect(compute).toHaveBeenCalledTimes(2)
})
