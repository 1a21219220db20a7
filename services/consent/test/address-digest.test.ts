import { houseOf, isWithin } from '@prankpost/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDigests, normalizeAddress } from '../src/address-digest.ts'
import { streetWords } from '../src/street-words.ts'

const of = (address: string, address2: string | null = null, zipCode = '97477') =>
  normalizeAddress({ address, address2, zipCode })

describe('an address in one form', () => {
  test.each([
    ['case and spaces', '12  main STREET', '12 Main Street'],
    ['the abbreviation of the USPS', '12 Main St.', '12 Main Street'],
    ['an abbreviation that people use', '12 Sunset Bvld'.replace('Bvld', 'Boul'), '12 Sunset Blvd'],
    ['a direction before the name', '12 N. Main St', '12 North Main Street'],
    ['a direction after the name', '12 Main St NW', '12 Main Street Northwest'],
    ['a direction in two words', '12 North West Main St', '12 NW Main St'],
    ['punctuation', "12, O'Hara Dr.", '12 OHara Drive'],
    ['accents', '12 Peña Blvd', '12 Pena Blvd'],
    ['a number of a street in letters', '12 Fifth Ave', '12 5th Avenue'],
    ['Saint', '12 St. Paul St', '12 Saint Paul Street'],
    ['a number with a dash', '12-34 Main St', '1234 Main St'],
    ['a post office box', 'P.O. Box 12', 'PO BOX 12'],
    ['a post office box in words', 'Post Office Box 12', 'P O Box 12'],
    ['the sign before the number of a box', 'PO Box #12', 'PO Box 12'],
    ['the short word before the number of a box', 'P.O. Box No. 12', 'PO Box 12'],
    ['the word before the number of a box', 'PO Box Number 12', 'PO Box 12'],
    ['the end of the line', '12 Main Street,', '12 Main Street'],
  ])('%s make no difference', (_what, one, other) => {
    expect(of(one)).toBe(of(other))
  })

  const unit = of('12 Main St', 'Apt 4B')
  test.each([
    ['12 Main St Apt 4B', null],
    ['12 Main St', 'Apartment 4-B'],
    ['12 Main St #4B', null],
    ['12 Main St', '# 4 b'],
    ['12 Main St', 'Unit 4B'],
    ['12 Main St', 'Apt. #4B'],
    ['12 Main Street, Suite 4B', ''],
    ['12 Main St', '4B'],
    ['12 Main St', 'No. 4B'.replace('No.', 'Number')],
  ])('a unit is the same in %s and %s', (address, address2) => {
    expect(of(address, address2)).toBe(unit)
  })

  test('the last four digits of a ZIP code make no difference', () => {
    expect(of('12 Main St', null, '97477-1234')).toBe(of('12 Main St'))
  })

  test.each([
    ['another number', '13 Main St'],
    ['another street', '12 Oak St'],
    ['another kind of street', '12 Main Ave'],
    ['another direction', '12 S Main St'],
    ['a unit', '12 Main St Apt 1'],
  ])('%s is another address', (_what, other) => {
    expect(of(other)).not.toBe(of('12 Main St'))
  })

  test('another unit, and another ZIP code, are other addresses', () => {
    expect(of('12 Main St', 'Apt 4C')).not.toBe(unit)
    expect(of('12 Main St', null, '97478')).not.toBe(of('12 Main St'))
  })

  test.each(['c/o Bob', 'Attn: Bob Smith', 'leave at the porch', 'please ring twice', 'Gerald Snail', '-'])(
    'text in the second line that is no unit does not count: %s',
    (text) => {
      expect(of('12 Main St', text)).toBe(of('12 Main St'))
      expect(of('12 Main St', `Apt 4B, ${text}`)).toBe(unit)
      expect(of(`12 Main St Apt 4B ${text}`)).toBe(unit)
    },
  )

  test.each([
    ['2nd Floor', 'Floor 2'],
    ['No. 4B', 'Apt 4B'],
    ['4 B', '#4B'],
    ['Apt Rear', 'REAR'],
    ['Penthouse', 'PH'],
    ['c/o Bob, Unit 7', '7'],
    ['Box 12', 'PMB 12'],
    ['Apt AA', 'aa'],
  ])('a unit is the same in %s and %s', (one, other) => {
    expect(of('12 Main St', one)).toBe(of('12 Main St', other))
    expect(of('12 Main St', one)).not.toBe(of('12 Main St'))
  })

  test.each([
    ['12 Main St', 'Apt 4, Bldg 2'],
    ['12 Main St, Building #2', 'Apt 4'],
    ['12 Main St, Apt 4', 'Bldg. 2'],
    ['12 Main St Apt 4 Building 2', null],
  ])('the building counts before the apartment in %s and %s', (address, address2) => {
    expect(of(address, address2)).toBe(of('12 Main St', 'Bldg 2 Apt 4'))
    expect(of(address, address2)).not.toBe(of('12 Main St', 'Bldg 4 Apt 2'))
  })

  test.each(['36th Floor', '36 Fl.', '36th Floor, c/o Bob'])(
    'when the number of the house is a word, and the second line is %s, then the street counts',
    (floor) => {
      expect(of('One Penn Plaza', floor)).toBe('ONE PENN PLZ #36 97477')
    },
  )

  test('when the street in the second line is named like a unit then it counts', () => {
    expect(of('Gerald Snail', '12 Pier Road')).toBe(of('12 Pier Road'))
  })

  test('when the name is in the first line and the street in the second then the street counts', () => {
    expect(of('c/o Bob', '12 Main St Apt 4B')).toBe(unit)
    expect(of('Gerald Snail', 'P.O. Box 12')).toBe(of('PO Box 12'))
  })

  test('a word for a unit in the name of a street is not a unit', () => {
    expect(of('12 Pier Road')).toBe('12 PIER RD 97477')
    expect(of('5 Office Park Drive')).toBe('5 OFFICE PARK DR 97477')
  })

  test('each form of a word is listed once, and is no abbreviation of another word', () => {
    for (const short of streetWords.values())
      expect([short, streetWords.get(short) ?? short]).toEqual([short, short])
  })

  test('any two ways to write an address are the same', () => {
    const forms = (...all: string[]) => fc.tuple(fc.constantFrom(...all), fc.constantFrom(...all))
    const directions = forms('N', 'North', 'n.', 'NORTH')
    const kinds = forms('St', 'Street', 'street.', 'STR')
    const units = forms('Apt', 'Apartment', '#', 'Unit', 'apt. #', 'Suite')
    const places = fc.tuple(fc.boolean(), fc.boolean())
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(99), directions, kinds, units, places, (number, unit, ...ways) => {
        const [one, other] = [0, 1].map((way) => {
          const [direction, kind, word, isInLine] = ways.map((both) => both[way])
          const street = `${number} ${direction} Maple ${kind}`
          return isInLine ? of(`${street}, ${word} ${unit}`) : of(street, `${word} ${unit}`)
        })
        expect(one).toBe(other)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the digest of an address', () => {
  test('depends on the key, and does not contain the address', () => {
    const place = { address: '12 Main St', zipCode: '97477' }
    const [one, other] = [createDigests('one key'), createDigests('another key')]
    expect(one.address(place)).toMatch(/^[\w-]{43}$/)
    expect(one.address(place)).not.toBe(other.address(place))
    expect(one.address({ ...place, address: '12 main street' })).toBe(one.address(place))
  })

  test('with a unit it begins with the digest of the house, and it has at most 64 characters', () => {
    const digests = createDigests('one key')
    const [house, unit, other] = [null, 'Apt 1', 'Apt 2'].map((address2) =>
      digests.address({ address: '12 Main St', address2, zipCode: '97477' }),
    )
    expect(unit).toMatch(/^[\w-]{43}:[\w-]{20}$/)
    expect(unit).not.toBe(other)
    for (const one of [unit, other])
      expect([houseOf(one ?? ''), isWithin(one, house ?? '')]).toEqual([house, true])
    expect([isWithin(house, unit ?? ''), isWithin(unit, other ?? '')]).toEqual([false, false])
    expect(digests.sender(unit ?? '', 'pat')).toBe(digests.sender(other ?? '', 'pat'))
  })

  test('when one sender sends to two houses then the digests of the sender have nothing in common', () => {
    const digests = createDigests('one key')
    expect(digests.sender('a', 'pat')).not.toBe(digests.sender('b', 'pat'))
    expect(digests.sender('a', null)).toBeNull()
  })
})
