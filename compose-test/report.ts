import { type Phase, phaseTable } from '../soak/phases.ts'
import { describe as describeSoak, type Report } from '../soak/report.ts'
import type { Step } from './steps.ts'

/** The result of a run. */
export interface ComposeReport {
  at: string
  /** How long the run took. */
  seconds: number
  cpus: number
  engine: string
  compose: string
  quick: boolean
  /** Whether MongoDB ran with users; its stand-in has none. */
  mongoUsers: boolean
  steps: Step[]
  /** The results of the customers' calls in each incident. */
  phases: Phase[]
  /** What people did, and the comparison of all ledgers; undefined if the run ended before. */
  soak: Report | undefined
  failures: string[]
}

/** The report as text. */
export function describe(report: ComposeReport): string {
  const { engine, compose, steps, phases, soak } = report
  const lines = [
    ['engine', `${engine}, Compose ${compose}`],
    ...steps.map(({ name, seconds, result, detail }) => [
      name,
      `${result} ${seconds.toFixed(1)} s: ${detail}`,
    ]),
    ['', ''],
    ...phaseTable(phases),
    ['', ''],
  ]
  const table = lines.map(([what = '', figure = '']) => `${what.padEnd(44)}${figure}`.trimEnd()).join('\n')
  return soak === undefined ? table : `${table}\n${describeSoak(soak)}`
}
