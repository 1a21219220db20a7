/** What a ledger says of one thing, in plain values. */
export type Facts = Record<string, string | number | null>

/** A thing by its key. A ledger that holds it twice has two entries of it. */
export type Entry = readonly [key: string, facts: Facts]

/** One ledger: what it should hold by the books that count, and what it holds. */
export interface Ledger {
  name: string
  expected: Entry[]
  actual: Entry[]
}

/** Every difference between what a ledger should hold and what it holds, in words; none when they agree. */
export function differencesOf({ name, expected, actual }: Ledger): string[] {
  const held = new Map<string, Facts[]>()
  for (const [key, facts] of actual) held.set(key, [...(held.get(key) ?? []), facts])
  const wanted = new Set(expected.map(([key]) => key))
  return [
    ...expected.flatMap(([key, facts]) => differencesOfOne(`${name}: ${key}`, facts, held.get(key) ?? [])),
    ...[...held.keys()].filter((key) => !wanted.has(key)).map((key) => `${name}: ${key} should not be there`),
  ]
}

function differencesOfOne(what: string, expected: Facts, found: Facts[]): string[] {
  const [facts, ...more] = found
  if (facts === undefined) return [`${what} is missing`]
  const wrong = Object.keys(expected)
    .filter((field) => facts[field] !== expected[field])
    .map((field) => `${what}: ${field} is ${facts[field]} and should be ${expected[field]}`)
  return more.length > 0 ? [`${what} is there ${found.length} times`, ...wrong] : wrong
}
