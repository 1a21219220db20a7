/** The median of some runs, with the minimum and the maximum. */
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

/** The median, minimum and maximum of each figure of several runs that measured the same figures. */
export function rangesOf<K extends string>(runs: Record<K, number>[]): Record<K, Range> {
  const names = Object.keys(runs[0] ?? {}) as K[]
  return Object.fromEntries(names.map((name) => [name, rangeOf(runs.map((run) => run[name]))])) as Record<
    K,
    Range
  >
}

/** The ratio of the first to the second, run by run. */
export function ratioOf(ours: number[], theirs: number[]): Range {
  return rangeOf(ours.map((value, run) => round(value / (theirs[run] ?? Number.NaN), 2)))
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

/**
 * Measures some subjects in alternation and returns the runs of each. Every other round has the reverse order, so that other
 * load on the machine and after-effects of the previous subject affect all of them alike.
 */
export async function alternately<K extends string, T>(
  rounds: number,
  subjects: Record<K, () => Promise<T>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(subjects) as K[]
  const runs = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) runs[name].push(await subjects[name]())
  }
  return runs
}
