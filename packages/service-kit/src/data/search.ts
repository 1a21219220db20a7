const maxSearchWords = 5
const maxTerms = 100

/** Returns the distinct lower-case words of the given texts. A document stores them as its search terms. */
export function searchTermsOf(texts: (string | null | undefined)[], atMost = maxTerms): string[] {
  return [...new Set(texts.flatMap(wordsOf))].slice(0, atMost)
}

/**
 * Returns a filter on the indexed field `searchTerms` for the operator's query: each of its first five words must be the
 * beginning of one of the document's terms. Without words the filter is empty.
 */
export function searchFilter(q: string | undefined): { searchTerms?: { $all: RegExp[] } } {
  const words = wordsOf(q).slice(0, maxSearchWords)
  if (words.length === 0) return {}
  return { searchTerms: { $all: words.map((word) => new RegExp(`^${literal(word)}`)) } }
}

// RegExp.escape encodes the first letter; MongoDB does not recognize that as a prefix and scans the whole index.
const literal = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

// Control characters separate words, too, because MongoDB rejects a null byte in a pattern.
const wordsOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .toLowerCase()
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
