import { describe, expect, test } from 'vitest'
import { canArriveBy, deliveryDates, shipByOf, transitDays } from '../src/delivery-dates.ts'

/** From Columbus, Ohio. */
const to = (zipCode: string) => ({ from: '43215', zipCode })
const [columbus, newYork, bend, anchorage, post] = ['43004', '10001', '97701', '99501', '09012'].map((zip) =>
  to(zip ?? ''),
) as [Journey, Journey, Journey, Journey, Journey]
type Journey = ReturnType<typeof to>

describe('business days in transit', () => {
  test.each([
    ['the same region', columbus, 3],
    ['a near one', newYork, 4],
    ['the other coast', bend, 6],
    ['Alaska', anchorage, 10],
    ['Hawaii', to('96813'), 10],
    ['Puerto Rico', to('00901-1234'), 10],
    ['Guam', to('96910'), 10],
    ['a post of the armed forces', post, 15],
    ['Florida, whose prefixes surround that of posts in the Americas', to('33901'), 4],
  ])('when a parcel is for %s then they follow its distance', (_name, { from, zipCode }, days) => {
    expect(transitDays(from, zipCode)).toBe(days)
    expect(transitDays(zipCode, from)).toBe(days)
  })
})

describe('the date to ship by', () => {
  test.each([
    ['1 April to the other coast', '2027-04-01', bend, '2027-03-24'],
    ['a Sunday: it arrives on the Friday before', '2027-04-04', columbus, '2027-03-30'],
    ['a holiday, Independence Day on its Monday: on the Friday before', '2027-07-05', columbus, '2027-06-29'],
    ['the Friday after Thanksgiving Day', '2027-11-26', columbus, '2027-11-22'],
    ['the first days of a year, after two holidays on Fridays', '2028-01-05', newYork, '2027-12-29'],
    ['Alaska', '2027-04-01', anchorage, '2027-03-18'],
    ['a post of the armed forces', '2027-04-01', post, '2027-03-11'],
  ])(
    'when the day is %s then it is counted back by business days to the cut-off',
    (_name, day, journey, until) => {
      expect(shipByOf(day, journey).toISOString()).toBe(`${until}T20:00:00.000Z`)
    },
  )
})

describe('the possible dates', () => {
  const before = new Date('2027-03-23T20:00:00Z')
  const after = new Date('2027-03-23T20:00:00.001Z')

  test('when the cut-off of the day before is over then the first date moves by one', () => {
    expect(deliveryDates(bend, before)[0]).toBe('2027-04-01')
    expect(deliveryDates(bend, after)[0]).toBe('2027-04-02')
    expect([before, after].map((now) => canArriveBy('2027-04-01', bend, now))).toEqual([true, false])
  })

  test('when they are listed then all are business days of the next 180 days, and each leaves 24 hours to ship', () => {
    const now = new Date('2026-12-20T12:00:00Z')
    const dates = deliveryDates(bend, now)
    expect(dates).not.toContain('2026-12-25')
    expect(dates).not.toContain('2027-01-02')
    expect(dates.at(-1)).toBe('2027-06-17')
    for (const day of dates) {
      expect(shipByOf(day, bend).getTime() - now.getTime()).toBeGreaterThanOrEqual(24 * 3_600_000)
    }
    expect(canArriveBy('2027-06-18', bend, now)).toBe(true)
    expect(canArriveBy('2027-06-19', bend, now)).toBe(false)
  })
})
