/** What a ledger says of one thing, in plain values. */
export type Facts = Record<string, string | number | null>

/** A thing by its key. A ledger that holds it twice has two entries of it. */
export type Entry = readonly [key: string, facts: Facts]

/** One ledger: what it should hold by the books that count, and what it holds. */
export interface Ledger {
  name: string
  expected: Entry[]
  /** What it may hold, once: nobody was told whether it came through. */
  allowed?: Entry[]
  actual: Entry[]
}

/** Lost: not there. Doubled: there more often than it should be, or at all. Different: there, with other facts. */
export type DifferenceKind = 'lost' | 'doubled' | 'different'

/** One difference between what a ledger should hold and what it holds. */
export interface Difference {
  kind: DifferenceKind
  /** Names ledger, thing and what is wrong with it. */
  words: string
}

/** Every difference between what a ledger should hold and what it holds; none when they agree. */
export function findDifferences({ name, expected, allowed = [], actual }: Ledger): Difference[] {
  const held = new Map<string, Facts[]>()
  for (const [key, facts] of actual) held.set(key, [...(held.get(key) ?? []), facts])
  const known = new Set([...expected, ...allowed].map(([key]) => key))
  return [
    ...[...expected, ...allowed.filter(([key]) => held.has(key))].flatMap(([key, facts]) =>
      differencesOfOne(`${name}: ${key}`, facts, held.get(key) ?? []),
    ),
    ...[...held.keys()]
      .filter((key) => !known.has(key))
      .map((key): Difference => ({ kind: 'doubled', words: `${name}: ${key} should not be there` })),
  ]
}

/** The same in words alone. */
export const differencesOf = (ledger: Ledger): string[] => findDifferences(ledger).map(({ words }) => words)

function differencesOfOne(what: string, expected: Facts, found: Facts[]): Difference[] {
  const [facts, ...more] = found
  if (facts === undefined) return [{ kind: 'lost', words: `${what} is missing` }]
  const wrong = Object.keys(expected)
    .filter((field) => facts[field] !== expected[field])
    .map(
      (field): Difference => ({
        kind: 'different',
        words: `${what}: ${field} is ${facts[field]} and should be ${expected[field]}`,
      }),
    )
  if (more.length === 0) return wrong
  return [{ kind: 'doubled', words: `${what} is there ${found.length} times` }, ...wrong]
}
