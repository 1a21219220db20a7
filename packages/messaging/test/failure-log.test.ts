import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFailureLog } from '../src/failure-log.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('when an attempt fails again and again then the first failure is logged at once, and later ones at most every 30 s', () => {
  const lines: { level: number; msg: string; host: string; err: { message: string } }[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const logFailure = createFailureLog(log, 'the broker cannot be reached; trying again')
  for (let second = 0; second <= 60; second++) {
    logFailure(new Error(`failure ${second}`), { host: 'broker-1' })
    vi.advanceTimersByTime(1_000)
  }
  expect(lines.map(({ err }) => err.message)).toEqual(['failure 0', 'failure 30', 'failure 60'])
  expect(lines[0]).toMatchObject({
    level: pino.levels.values.warn,
    msg: 'the broker cannot be reached; trying again',
    host: 'broker-1',
  })
})
