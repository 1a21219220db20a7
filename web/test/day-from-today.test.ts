import { afterEach, expect, test } from 'vitest'
import { dayFromToday } from '../src/lib/day-from-today.ts'

const { TZ } = process.env
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

test.each([
  ['has 25 hours', '2026-11-01T00:30:00-04:00', '2026-11-02'],
  ['is followed by a day of 23 hours', '2027-03-13T23:30:00-05:00', '2027-03-14'],
  ['ends a month', '2027-01-31T12:00:00-05:00', '2027-02-01'],
])('when today %s, then tomorrow is the next day of the calendar', (_what, now, tomorrow) => {
  process.env.TZ = 'America/New_York'
  expect(dayFromToday(1, new Date(now))).toBe(tomorrow)
})
