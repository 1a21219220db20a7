import { describe, expect, test } from 'vitest'
import { addBusinessDays, deliveryRange, isFederalHoliday } from '../src/business-days.ts'

const dayMs = 86_400_000

/** The holidays of a year, as the U.S. Office of Personnel Management publishes them. */
const published = {
  2026: [
    ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03'],
    ...['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'],
  ],
  2027: [
    ...['2027-01-01', '2027-01-18', '2027-02-15', '2027-05-31', '2027-06-18', '2027-07-05'],
    ...['2027-09-06', '2027-10-11', '2027-11-11', '2027-11-25', '2027-12-24', '2027-12-31'],
  ],
}

describe('business days', () => {
  test.each(Object.entries(published))(
    'when all days of %s are checked then exactly the published federal holidays are holidays',
    (year, holidays) => {
      const first = Date.UTC(Number(year), 0, 1)
      const days = Array.from({ length: 365 }, (_, n) => new Date(first + n * dayMs))
      expect(days.filter(isFederalHoliday).map((date) => date.toISOString().slice(0, 10))).toEqual(holidays)
    },
  )

  test('when a weekend and a holiday are in between then they do not count', () => {
    // From Wednesday; Thursday is Thanksgiving Day.
    const wednesday = new Date('2026-11-25T23:59:00Z')
    expect(addBusinessDays(wednesday, 1).toISOString()).toBe('2026-11-27T23:59:00.000Z')
    expect(addBusinessDays(wednesday, 2).toISOString()).toBe('2026-11-30T23:59:00.000Z')
  })

  test('when a parcel was paid then it is expected 3 to 7 business days later', () => {
    expect(deliveryRange(new Date('2026-12-23T10:00:00Z'))).toEqual({ from: '2026-12-29', to: '2027-01-05' })
  })
})
