import type { ScreeningKind, ScreeningMatch } from '@prankpost/contracts'
import { exposing, hasPersonalData } from './doxxing.ts'
import { minorAges, minors, selfHarm, slurs } from './harms.ts'
import { findWords } from './obscenity.ts'
import { placesIn } from './places.ts'
import { plainText, wordsOf } from './read-text.ts'
import { threats } from './threats.ts'

interface Screened {
  /** What the customer wrote; null without a message. */
  message: string | null
  /** The lines of the recipient's address. */
  address: { name: string; address: string; address2?: string | null | undefined } | null
}

/**
 * Finds what a person must read before a parcel is packed: obscenities, slurs, threats, personal data, children, self-harm, and
 * addresses of schools, clinics and workplaces. Pure, without I/O, and bounded in time. Each kind is reported once for the
 * message and once for the address. docs/screening.md says how often it is wrong.
 * @example screen({ message: 'I will k1ll y o u', address: null }) // { matches: [{ kind: 'threat', where: 'message' }] }
 */
export function screen({ message, address }: Screened): { matches: ScreeningMatch[] } {
  const inMessage = message ? kindsOfMessage(message, address) : []
  const inAddress = address ? kindsOfAddress(address) : []
  return {
    matches: [
      ...inMessage.map((kind) => ({ kind, where: 'message' as const })),
      ...inAddress.map((kind) => ({ kind, where: 'address' as const })),
    ],
  }
}

const matches = (rules: RegExp[], text: string) => rules.some((rule) => rule.test(text))

/** Runs of single letters as one word: `f u c k`. */
const joined = (words: string) =>
  words.replace(/(?<![a-z0-9*])(?:[a-z*] ){2,}[a-z*](?![a-z0-9*])/g, (run) => run.replaceAll(' ', ''))

function kindsOfMessage(message: string, address: Screened['address']): ScreeningKind[] {
  const plain = plainText(message)
  const words = wordsOf(plain)
  const found = findWords([plain, words, joined(words)])
  const kinds: [ScreeningKind, boolean][] = [
    ['obscenity', found.includes('obscenity')],
    ['slur', found.includes('slur') || matches(slurs, words)],
    ['threat', matches(threats, words)],
    ['doxxing', matches(exposing, words) || hasPersonalData(plain) || namesStreet(plain, address)],
    ['minor', matches(minors, words) || matches(minorAges, plain)],
    ['self-harm', matches(selfHarm, words)],
  ]
  return kinds.filter(([, isFound]) => isFound).map(([kind]) => kind)
}

/** Whether the message contains the recipient's own street. */
function namesStreet(plain: string, address: Screened['address']): boolean {
  const street = plainText(address?.address ?? '').trim()
  return /^\d+\S* \S{3}/.test(street) && plain.includes(street)
}

function kindsOfAddress({ name, address, address2 }: NonNullable<Screened['address']>): ScreeningKind[] {
  const lines = [address, address2 ?? ''].map(plainText)
  const who = plainText(name)
  const said = [who, ...lines].join(' ')
  return [
    ...findWords([who]),
    ...placesIn({ name: who, lines }),
    ...(matches(threats, wordsOf(said)) ? (['threat'] as const) : []),
  ]
}

// The first comparisons compile all patterns, which takes some tenths of a second: before a service takes requests.
for (const message of ['Happy birthday!', 'Happy potato!']) screen({ message, address: null })
