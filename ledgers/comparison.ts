/** What a ledger says about one thing, in plain values. */
export type Facts = Record<string, string | number | null>

/** A thing by its key. A ledger that contains the thing twice has two entries with this key. */
export type Entry = readonly [key: string, facts: Facts]

/** What one ledger should contain according to another one, and what it contains. */
export interface Comparison {
  name: string
  expected: Entry[]
  /** Entries that may be missing: the caller got no answer and cannot know whether the request was carried out. */
  allowed?: Entry[]
  actual: Entry[]
}

/** Lost: missing. Doubled: more often there than expected, or not expected at all. Different: other facts. */
export type DifferenceKind = 'lost' | 'doubled' | 'different'

/** One difference; the sentence names the comparison, the thing and what is wrong. */
export interface Difference {
  kind: DifferenceKind
  sentence: string
}

/** Finds every difference between the expected and the actual entries; none when they agree. */
export function findDifferences({ name, expected, allowed = [], actual }: Comparison): Difference[] {
  const found = Map.groupBy(actual, ([key]) => key)
  const known = new Set([...expected, ...allowed].map(([key]) => key))
  return [
    ...[...expected, ...allowed.filter(([key]) => found.has(key))].flatMap(([key, facts]) =>
      differencesOf(`${name}: ${key}`, facts, found.get(key) ?? []),
    ),
    ...[...found.keys()]
      .filter((key) => !known.has(key))
      .map((key): Difference => ({ kind: 'doubled', sentence: `${name}: ${key} should not be there` })),
  ]
}

function differencesOf(subject: string, expected: Facts, [first, ...more]: Entry[]): Difference[] {
  if (first === undefined) return [{ kind: 'lost', sentence: `${subject} is missing` }]
  const [, facts] = first
  const wrong = Object.keys(expected)
    .filter((field) => facts[field] !== expected[field])
    .map(
      (field): Difference => ({
        kind: 'different',
        sentence: `${subject}: ${field} is ${facts[field]} and should be ${expected[field]}`,
      }),
    )
  if (more.length === 0) return wrong
  return [{ kind: 'doubled', sentence: `${subject} is there ${1 + more.length} times` }, ...wrong]
}
