import { expect, test } from 'vitest'
import { monthsAfter } from '../src/months-after.ts'

test.each([
  ['2026-03-02', 6, '2026-09-02'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-08-31', -6, '2026-02-28'],
  ['2026-12-31', -6, '2026-06-30'],
  ['2026-01-15', -24, '2024-01-15'],
])('%s and %i months is %s', (at, months, then) => {
  expect(monthsAfter(new Date(`${at}T10:00:00Z`), months)).toEqual(new Date(`${then}T10:00:00Z`))
})
