/** The middle one of some runs, with the least and the most of them. */
export interface Range {
  median: number
  low: number
  high: number
}

export function rangeOf(values: number[]): Range {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, median, high] = [0, Math.floor((sorted.length - 1) / 2), sorted.length - 1].map(
    (index) => sorted[index] ?? Number.NaN,
  ) as [number, number, number]
  return { median, low, high }
}

/** The same for each figure of some runs that measured the same figures. */
export function rangesOf<K extends string>(runs: Record<K, number>[]): Record<K, Range> {
  const names = Object.keys(runs[0] ?? {}) as K[]
  return Object.fromEntries(names.map((name) => [name, rangeOf(runs.map((run) => run[name]))])) as Record<
    K,
    Range
  >
}

/** How many times as much of the first as of the second, run by run: what was measured side by side. */
export function ratioOf(ours: number[], theirs: number[]): Range {
  return rangeOf(ours.map((value, run) => round(value / (theirs[run] ?? Number.NaN), 2)))
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

/**
 * Measures some subjects by turns, so often, and answers each one's runs. Every other round goes the other way
 * round: what the machine does meanwhile, or the one before leaves behind, meets all of them alike.
 */
export async function alternately<K extends string, T>(
  rounds: number,
  subjects: Record<K, () => Promise<T>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(subjects) as K[]
  const runs = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>
  for (let turn = 0; turn < rounds; turn++) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) runs[name].push(await subjects[name]())
  }
  return runs
}
