import { createHmac } from 'node:crypto'
import { streetWords, unitWords, unnumberedUnits } from './street-words.ts'

/** What determines an address. City and state follow from the ZIP code, and people spell cities in many ways. */
export interface Place {
  address: string
  address2?: string | null | undefined
  zipCode: string
}

/**
 * The address in one form: upper case, without accents and punctuation, with the abbreviations of the USPS, the unit at the
 * end whichever line it is in and whatever it is called, and five digits of the ZIP code.
 * @example normalizeAddress({ address: '12 North Main Street', address2: 'Apt. 4-B', zipCode: '97477-1234' }) // '12 N MAIN ST #4B 97477'
 */
export function normalizeAddress({ address, address2, zipCode }: Place): string {
  const first = splitUnits(tokensOf(address))
  const second = splitUnits(tokensOf(address2 ?? ''))
  // A second line without a unit's word is a unit: `4B`.
  const units = [
    ...first.units,
    ...second.units,
    ...(second.street.length > 0 ? [second.street.join('')] : []),
  ]
  const street = joinDirections(first.street.map((token) => streetWords.get(token) ?? token))
  return [...street, ...units.map((unit) => `#${unit}`), zipCode.slice(0, 5)].join(' ')
}

/** Words and numbers in upper case. Parts of one number or word stay together: `12-34`, `O'Hara`, `1/2`. */
function tokensOf(line: string): string[] {
  const text = line
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/#/g, ' # ')
    .replace(/[.'’`]/g, '')
    .replace(/(?<=[0-9A-Z])[-‐-―/](?=[0-9A-Z])/g, (_dash, at: number, all: string) =>
      /\d/.test(all[at - 1] ?? '') || /\d/.test(all[at + 1] ?? '') ? '' : ' ',
    )
    .replace(/[^0-9A-Z#\p{L}]+/gu, ' ')
    .trim()
    .replace(/\bP ?O BOX\b|\bPOST OFFICE BOX\b|\bPOB\b/g, 'POBOX')
  return text === '' ? [] : text.split(' ')
}

/** The words of the street, and the units: what follows a unit's word, up to the next one. */
function splitUnits(tokens: string[]): { street: string[]; units: string[] } {
  const street: string[] = []
  const units: string[] = []
  let current: string[] | null = null
  const close = () => {
    if (current !== null && current.length > 0) units.push(current.join(''))
    current = null
  }
  tokens.forEach((token, index) => {
    const unnumbered = unnumberedUnits.get(token)
    // The first word of a line is the number of the house, or the unit's word if the line has only the unit.
    if (isUnitWord(token, tokens[index + 1], index)) {
      close()
      current = []
    } else if (unnumbered !== undefined && index > 1 && index === tokens.length - 1) {
      close()
      units.push(unnumbered)
    } else if (unnumbered !== undefined && tokens.length === 1) units.push(unnumbered)
    else if (current === null) street.push(token)
    else current.push(token)
  })
  close()
  return { street, units }
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
    (/^(?=.*\d)[0-9A-Z]{1,6}$|^[A-Z]$/.test(next) && !(index === 0 && /^\d+(ST|ND|RD|TH)$/.test(next))))

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
  /** Identifies an address without revealing it. */
  address(place: Place): string
  /** Identifies a sender to one address: the same sender is another one at another address. Null for a guest. */
  sender(digest: string, senderId: string | null): string | null
  /** The number that confirms a request. */
  code(requestId: string, digits: number): string
}

/** Creates digests (HMAC-SHA-256) with this key. Who has the key can compare guessed addresses with the list. */
export function createDigests(key: string): Digests {
  const digest = (kind: string, text: string) => createHmac('sha256', key).update(`${kind}\0${text}`).digest()
  return {
    address: (place) => digest('address', normalizeAddress(place)).toString('base64url'),
    sender: (address, senderId) =>
      senderId === null ? null : digest('sender', `${address}\0${senderId}`).toString('base64url'),
    code: (requestId, digits) =>
      String(digest('code', requestId).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0'),
  }
}
