import type { Result } from './run.ts'

const headings = ['finding', 'attack', 'calm median', 'slowest', 'ratio', 'bound', 'verdict']

/** The results as a table, then a line for each failed check. */
export function describe(results: Result[]): string {
  const rows = results.map(({ finding, name, timing, bound, verdict, reason }) => [
    finding,
    name,
    timing ? `${timing.calmMedianMs.toFixed(1)} ms` : '',
    timing ? `${timing.slowestMs.toFixed(0)} ms` : '',
    timing ? timing.ratio.toFixed(1) : '',
    bound,
    reason === undefined ? verdict : `${verdict}: ${reason}`,
  ])
  const widths = headings.map((heading, n) =>
    Math.max(...[heading, ...rows.map((row) => row[n] ?? '')].map(length)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd()
  const failed = results.flatMap(({ name, checks }) =>
    checks.filter(({ held }) => !held).map(({ what, seen }) => `${name}: ${what}: ${seen}`),
  )
  return [line(headings), ...rows.map(line), ...(failed.length > 0 ? ['', 'Not held:', ...failed] : [])].join(
    '\n',
  )
}

const length = (text: string) => text.length

/** `21 held, 0 succeeded, 3 not tried, 0 broken`. */
export function summary(results: Result[]): string {
  const verdicts = ['held', 'succeeded', 'not tried', 'broken'] as const
  return verdicts
    .map((verdict) => `${results.filter((one) => one.verdict === verdict).length} ${verdict}`)
    .join(', ')
}
