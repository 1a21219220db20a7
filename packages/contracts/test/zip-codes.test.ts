import { describe, expect, test } from 'vitest'
import { checkedPostalAddress, contactInput, isPoBox, usStates, zipFitsState } from '../src/index.ts'

const address = { name: 'Gerald', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
const issuesOf = (over: object, schema: typeof checkedPostalAddress | typeof contactInput) =>
  schema
    .safeParse({ ...address, ...over })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

describe('the ZIP codes of a state', () => {
  test.each([
    ['NY', '10001'],
    ['NY', '00501'],
    ['NY', '06390'],
    ['CT', '06830'],
    ['CA', '90210'],
    ['CA', '96150'],
    ['MA', '02108'],
    ['MA', '05501'],
    ['VT', '05401'],
    ['DC', '20500'],
    ['VA', '20101'],
    ['VA', '22201'],
    ['MD', '20601'],
    ['TX', '78701'],
    ['TX', '88510'],
    ['TX', '73301'],
    ['OK', '73101'],
    ['WY', '83414'],
    ['ID', '83702'],
    ['GA', '30301'],
    ['GA', '39901'],
    ['FL', '33139'],
    ['AA', '34002'],
    ['AE', '09012'],
    ['AP', '96201'],
    ['HI', '96815'],
    ['AS', '96799'],
    ['GU', '96910'],
    ['MP', '96950'],
    ['PW', '96940'],
    ['FM', '96941'],
    ['MH', '96960'],
    ['PR', '00901'],
    ['VI', '00802'],
    ['AK', '99501-1234'],
  ])('when the state is %s then %s belongs to it', (state, zipCode) => {
    expect(zipFitsState(zipCode, state)).toBe(true)
  })

  test.each([
    ['CA', '10001'],
    ['NY', '90210'],
    ['PR', '00802'],
    ['FL', '34002'],
    ['VT', '05501'],
    ['OK', '73301'],
    ['XX', '97701'],
    ['constructor', '97701'],
    ['OR', '00000'],
    ['OR', ''],
  ])('when the state is %s then %s does not belong to it', (state, zipCode) => {
    expect(zipFitsState(zipCode, state)).toBe(false)
  })

  test('when all prefixes are compared then each state has some, and only four prefixes are shared', () => {
    const prefixes = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'))
    const statesOf = (prefix: string) => usStates.filter((state) => zipFitsState(prefix, state))
    const shared = prefixes.filter((prefix) => statesOf(prefix).length > 1)
    expect(shared).toEqual(['063', '834', '967', '969'])
    expect(new Set(prefixes.flatMap(statesOf)).size).toBe(usStates.length)
    expect(prefixes.filter((prefix) => statesOf(prefix).length > 0).length).toBeGreaterThan(880)
  })
})

describe.each([
  ['an address', checkedPostalAddress],
  ['a target', contactInput],
])('%s', (_what, schema) => {
  test.each([
    [{ zipCode: '10001', state: 'CA' }, 'ZIP code 10001 is in NY, not in CA'],
    [{ zipCode: '97701-1234', state: ' ny ' }, 'ZIP code 97701-1234 is in OR, not in NY'],
    [{ zipCode: '06390', state: 'VT' }, 'ZIP code 06390 is in CT or NY, not in VT'],
    [{ zipCode: '00012' }, 'ZIP code 00012 does not exist'],
  ])('when its ZIP code is not in its state (%j) then the issue is at the ZIP code', (over, message) => {
    expect(issuesOf(over, schema)).toEqual([['zipCode', message]])
  })

  test('when ZIP code and state belong together then there is no issue', () => {
    expect(issuesOf({}, schema)).toEqual([])
  })

  test('when the state is unknown then only this is reported', () => {
    expect(issuesOf({ state: 'XX' }, schema)).toEqual([['state', 'State must be a two-letter US state code']])
  })

  test.each([[undefined], [null], [''], ['  ']])('when line 2 is %j then it is null', (address2) => {
    expect(schema.parse({ ...address, address2 }).address2).toBeNull()
  })
})

describe('a post office box', () => {
  test.each([
    'PO Box 12',
    'P.O. Box 12',
    'p.o.box 12',
    'P O Box 12',
    'P. O. BOX 12',
    'POBox 12',
    'POB 12',
    'P.O.B. 12',
    'Post Office Box 12',
    'post  office box #12',
    'Box 12',
    'BOX #12',
    'c/o Ann, PO Box 12',
    'PO-Box 12',
  ])('when an address is %s then it is recognized, in either line', (line) => {
    expect(isPoBox({ address: line })).toBe(true)
    expect(isPoBox({ address: 'Ann Other', address2: line })).toBe(true)
  })

  test.each([
    '12 Box Elder Rd',
    '1 Boxwood Lane',
    '7 Post Office Road',
    '3 Pobst Street',
    '12 Po Boxer St',
    'Depot Box St',
    '5 Hippo Box Lane',
    '12 Main St',
    'RR 2 Box 152',
  ])('when an address is %s then it is none', (line) => {
    expect(isPoBox({ address: line, address2: null })).toBe(false)
    expect(isPoBox({ address: '1 Path', address2: line })).toBe(false)
  })
})
