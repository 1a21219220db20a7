const maxSearchWords = 5
const maxTerms = 100

/** The lower-case words of the given texts, each once: what a document keeps to be found by. */
export function searchTermsOf(texts: (string | null | undefined)[], atMost = maxTerms): string[] {
  return [...new Set(texts.flatMap(wordsOf))].slice(0, atMost)
}

/**
 * A filter on the indexed field `searchTerms` for what the operator typed: each of its first five
 * words begins one of the document's terms. No words, no filter.
 */
export function searchFilter(q: string | undefined): { searchTerms?: { $all: RegExp[] } } {
  const words = wordsOf(q).slice(0, maxSearchWords)
  if (words.length === 0) return {}
  return { searchTerms: { $all: words.map((word) => new RegExp(`^${literal(word)}`)) } }
}

// RegExp.escape writes a first letter as a code; MongoDB sees no beginning in that and reads the whole index.
const literal = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

// Control characters part words, too: MongoDB takes no null byte in a pattern.
const wordsOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .toLowerCase()
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
