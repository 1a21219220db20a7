import { createHmac } from 'node:crypto'
import { houseOf } from '@prankpost/contracts'
import { streetWords, unitWords, unnumberedUnits } from './street-words.ts'

/** What determines an address. City and state follow from the ZIP code, and people spell cities in many ways. */
export interface Place {
  address: string
  address2?: string | null | undefined
  zipCode: string
}

/**
 * The address in one form: upper case, without accents and punctuation, with the abbreviations of the USPS, the units at
 * the end, a building first, whichever line they are in and whatever they are called, and five digits of the ZIP code. Other text next to a unit, or
 * instead of one, does not count (`c/o Bob`, `leave at the porch`).
 * @example normalizeAddress({ address: '12 North Main Street', address2: 'Apt. 4-B', zipCode: '97477-1234' }) // '12 N MAIN ST #4B 97477'
 */
export function normalizeAddress(place: Place): string {
  const { street, units, zip } = partsOf(place)
  return [...street, ...units, zip].join(' ')
}

function partsOf({ address, address2, zipCode }: Place) {
  const [line, other] = inOrder(address, address2 ?? '')
  const first = splitUnits(tokensOf(line))
  const second = splitUnits(tokensOf(other))
  const buildings = [...first.buildings, ...second.buildings]
  const units = [...buildings, ...first.units, ...second.units, ...withoutWord(second.street)]
  return {
    street: joinDirections(first.street.map((token) => streetWords.get(token) ?? token)),
    units: units.map((unit) => `#${unit.replace(/^(\d+)(ST|ND|RD|TH)$/, '$1')}`),
    zip: zipCode.slice(0, 5),
  }
}

/**
 * The line with the street first: a recipient's name may be in the line before it. The number of a house may be a word: then
 * the second line is a unit (`One Penn Plaza`, `36th Floor`).
 */
const inOrder = (address: string, address2: string): [string, string] =>
  !/\d/.test(address) &&
  /^\s*(\d+\S*\s+\p{L}{2}|P\W*O\W*BOX\b)/iu.test(address2) &&
  !beginsWithUnit(tokensOf(address2))
    ? [address2, address]
    : [address, address2]

/** `36th Floor, Suite 1`, `36 Floor`; not `12 Pier Road`. */
const beginsWithUnit = ([number = '', word = '', ...rest]: string[]): boolean =>
  (isOrdinal(number) && /^FL(OOR|R)?$/.test(word)) || (unitWords.has(word) && rest.length === 0)

const isOrdinal = (token: string): boolean => /^\d+(ST|ND|RD|TH)$/.test(token)

/** What is a unit in a second line without a unit's word before it: `4B`, `No. 4`, `2nd Floor`, `Apt Rear`. */
function withoutWord(tokens: string[]): string[] {
  const named = tokens
    .filter((token) => !unitWords.has(token) && token !== 'NO' && token !== 'POBOX')
    .map((token) => streetWords.get(token) ?? token)
  const [one = '', other] = named
  const unnumbered = unnumberedUnits.get(one)
  if (other === undefined) return unnumbered ? [unnumbered] : isNumber(one) ? [one] : []
  return named.length === 2 && belongs(one, other) ? [one + other] : []
}

/** Words and numbers in upper case. Parts of one number or word stay together: `12-34`, `O'Hara`, `1/2`. */
function tokensOf(line: string): string[] {
  const text = line
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/(?<=\d.*)\b(C\/O|CARE OF|ATTN|ATTENTION)\b.*/, '')
    .replace(/#/g, ' # ')
    .replace(/[.'’`]/g, '')
    .replace(/(?<=[0-9A-Z])[-‐-―/](?=[0-9A-Z])/g, (_dash, at: number, all: string) =>
      /\d/.test(all[at - 1] ?? '') || /\d/.test(all[at + 1] ?? '') ? '' : ' ',
    )
    .replace(/[^0-9A-Z#\p{L}]+/gu, ' ')
    .trim()
    .replace(/\b(P ?O BOX|POST OFFICE BOX|POB)\b( (NO|NUM|NUMBER|#)(?= ))*/g, 'POBOX')
  return text === '' ? [] : text.split(' ')
}

/**
 * The words of the street, the buildings, and the other units: the number or letter after a unit's word. Text that follows a
 * unit is left out.
 */
function splitUnits(tokens: string[]): { street: string[]; buildings: string[]; units: string[] } {
  const street: string[] = []
  const buildings: string[] = []
  const units: string[] = []
  let current: string[] | null = null
  let list = units
  const close = () => {
    if (current !== null && current.length > 0) list.push(current.join(''))
    current = null
  }
  tokens.forEach((token, index) => {
    const unnumbered = unnumberedUnits.get(token)
    // The first word of a line is the number of the house, or the unit's word if the line has only the unit.
    if (isUnitWord(token, tokens[index + 1], index)) {
      // `Building #2` is one unit.
      const isSameUnit: boolean = current?.length === 0
      close()
      current = []
      list =
        token === 'BUILDING' || token === 'BLDG' || (isSameUnit && list === buildings) ? buildings : units
    } else if (unnumbered !== undefined && index > 1 && index === tokens.length - 1) {
      close()
      units.push(unnumbered)
    } else if (unnumbered !== undefined && tokens.length === 1) units.push(unnumbered)
    else if (current !== null && (current[0] === undefined || belongs(current.join(''), token)))
      current.push(token)
    else {
      close()
      if (buildings.length + units.length === 0 || street.length === 0) street.push(token)
    }
  })
  close()
  return { street, buildings, units }
}

/**
 * Whether a word begins a unit. In a street's name such words occur, too (`Pier Road`, `Office Park`): then no short number or
 * letter follows.
 */
const isUnitWord = (token: string, next: string | undefined, index: number): boolean =>
  unitWords.has(token) &&
  next !== undefined &&
  (token === '#' ||
    next === '#' ||
    unitWords.has(next) ||
    (isNumber(next) && !(index === 0 && isOrdinal(next))))

/** The number or letter of a unit: `4`, `4B`, `B`, `BB`. */
const isNumber = (token: string): boolean => /^(?=.*\d)[0-9A-Z]{1,6}$|^([A-Z])\1?$/.test(token)

/** Whether a number and a letter are one unit: `4 B`. */
const belongs = (one: string, other: string): boolean =>
  (/^\d+$/.test(one) && /^[A-Z]$/.test(other)) || (/^[A-Z]$/.test(one) && /^\d+$/.test(other))

/** `N E` is `NE`, as in `North East Street`. */
function joinDirections(tokens: string[]): string[] {
  const joined: string[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if ((last === 'N' || last === 'S') && (token === 'E' || token === 'W'))
      joined[joined.length - 1] = last + token
    else joined.push(token)
  }
  return joined
}

/** The keyed digests of consent. Each kind has its own prefix, so that none can be taken for another. */
export interface Digests {
  /** Identifies an address without revealing it. With a unit it is `house:unit`, where `house` is that of all its units. */
  address(place: Place): string
  /**
   * Identifies a sender to one house, whatever the unit: the same sender is another one at another house. Null for a guest.
   */
  sender(digest: string, senderId: string | null): string | null
  /** Identifies the parcel with this reference. It matches no address. */
  slip(reference: string): string
  /** The number that confirms a request. */
  code(requestId: string, digits: number): string
  /** The same for the same key. */
  ofKey(): string
}

/** Whether a digest is that of a unit. */
export const isUnit = (digest: string): boolean => houseOf(digest) !== digest

/** 120 bits: with the 43 characters of a house, a digest has at most 64. */
const unitLength = 20

/** Creates digests (HMAC-SHA-256) with this key. Who has the key can compare guessed addresses with the list. */
export function createDigests(key: string): Digests {
  const digest = (kind: string, text: string) => createHmac('sha256', key).update(`${kind}\0${text}`).digest()
  return {
    address(place) {
      const { street, units, zip } = partsOf(place)
      const house = digest('address', [...street, zip].join(' ')).toString('base64url')
      const unit = digest('unit', [house, ...units].join(' ')).toString('base64url')
      return units.length === 0 ? house : `${house}:${unit.slice(0, unitLength)}`
    },
    sender: (address, senderId) =>
      senderId === null ? null : digest('sender', `${houseOf(address)}\0${senderId}`).toString('base64url'),
    slip: (reference) => digest('slip', reference).toString('base64url'),
    code: (requestId, digits) =>
      String(digest('code', requestId).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0'),
    ofKey: () => digest('key', '').toString('base64url'),
  }
}
