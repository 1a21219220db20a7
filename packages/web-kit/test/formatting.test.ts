import { describe, expect, test } from 'vitest'
import { dollars, formatDate, formatDateTime, formatDayRange, priceCents, shortId } from '../src/index.ts'

describe('money', () => {
  test('when cents are formatted, then they are dollars with two decimals', () => {
    expect([0, 5, 499, 100_000, -150].map(dollars)).toEqual(['$0.00', '$0.05', '$4.99', '$1000.00', '-$1.50'])
  })

  test('when a price can be parsed, then it is used, else the base price', () => {
    expect(['$4.99', '0.99', 12, '$7'].map(priceCents)).toEqual([499, 99, 1200, 700])
    expect(['', 'free', null, undefined, -1, '4.999', {}].map(priceCents)).toEqual(Array(7).fill(499))
  })
})

describe('dates and ids', () => {
  test('when there is a time, then its date is shown, else N/A', () => {
    expect(formatDate('2024-12-04T12:00:00.000Z')).toBe('Dec 4, 2024')
    expect(formatDateTime('2024-12-04T12:00:00.000Z')).toContain('Dec 4, 2024')
    expect([null, undefined, '', 'soon'].map(formatDate)).toEqual(['N/A', 'N/A', 'N/A', 'N/A'])
  })

  test('when a range of days is shown, then no time zone moves a day, and a single day is shown once', () => {
    expect(formatDayRange({ from: '2026-12-01', to: '2026-12-05' })).toBe('Tue, Dec 1 to Sat, Dec 5')
    expect(formatDayRange({ from: '2026-12-01', to: '2026-12-01' })).toBe('Tue, Dec 1')
  })

  test('when an id is shown, then it is its last 8 characters in upper case', () => {
    expect(shortId('66f0c0ffee00aa11bb22cc33')).toBe('BB22CC33')
  })
})
