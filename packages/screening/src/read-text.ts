import { visibleText } from '@prankpost/contracts/visible-text'
import { resolveConfusablesTransformer } from 'obscenity'

/** A text longer than any message is screened up to here, so that the time it takes is bounded. */
const maxLength = 1_000

/** Characters that stand for letters inside a word. A star stands for any vowel; see `phrase`. */
const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '(': 'c',
  '+': 't',
}

/** No word has so many. Shortened, because a phrase with repeated letters takes long to compare with them. */
const longRuns = /((?:[il*] ?){3}[il*])(?: ?[il*])+|(([a-hj-kn-z] ?)\3{2})\3+/g

const confusables = resolveConfusablesTransformer()

function asciiOf(character: string): string {
  if (character <= '\u007F' || confusables.type !== 0) return character
  const code = confusables.transform(character.codePointAt(0) ?? 0)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** The text as ASCII in lower case: without invisible characters and accents, with look-alike letters replaced. */
export function plainText(text: string): string {
  const composed = visibleText(text.slice(0, maxLength)).normalize('NFKD').replace(/\p{M}/gu, '')
  return Array.from(composed, asciiOf).join('').toLowerCase()
}

/**
 * The words of a plain text, separated by single spaces, with digits and signs read as the letters that they stand for:
 * inside of words, and between letters that stand alone (`k 1 l l`). Apostrophes are left out.
 */
export function wordsOf(plain: string): string {
  const tokens = plain.replace(/['`\u2019]/g, '').split(/\s+/)
  const isAlone = (token: string | undefined) => token !== undefined && /^[a-z]$/.test(token)
  return tokens
    .map((token, n) => {
      const inWord = /[a-z]/.test(token.replace(/^\d+(st|nd|rd|th)$/, ''))
      const between = token.length === 1 && (isAlone(tokens[n - 1]) || isAlone(tokens[n + 1]))
      return inWord || between ? lettersOf(token) : token
    })
    .join(' ')
    .replace(/[^a-z0-9*]+/g, ' ')
    .replace(longRuns, '$1$2')
    .trim()
}

/** Signs at the end of a word are punctuation, as in `kill!`. */
const lettersOf = (token: string) =>
  token.replace(/[!|(+]+$/, '').replace(/[^a-z]/g, (sign) => leet[sign] ?? sign)
