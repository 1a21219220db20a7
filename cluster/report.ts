import { describe as describeSoak, type Report } from '../soak/report.ts'
import { type IncidentRecord, rollingRestart } from './incidents.ts'
import type { Phase } from './phases.ts'

/** The result of a run: the soak's report, and the customers' results in each incident. */
export type ClusterReport = Report & IncidentRecord

/** Adds the incidents, and a failure for each failed call in the rolling restart. */
export function withIncidents(report: Report, record: IncidentRecord): ClusterReport {
  const failedCalls = phasesOf(record, rollingRestart).flatMap(({ failed }) =>
    Object.entries(failed).map(
      ([reason, count]) => `FAILED ${count} calls in the rolling restart: ${reason}`,
    ),
  )
  const idle = record.phases
    .filter(({ name, orders }) => name === 'host cut off' && orders === 0)
    .map(() => 'IDLE no customer could order while a host was cut off')
  return { ...report, ...record, failures: [...failedCalls, ...idle, ...report.failures] }
}

const phasesOf = ({ phases }: IncidentRecord, name: string) => phases.filter((phase) => phase.name === name)

/** The report as text. */
export function describe(report: ClusterReport): string {
  const killed = report.killed.map(({ node, led, queues }) => `${node}, which led ${led} of ${queues} queues`)
  const lines: [string, string][] = [
    ['cut off', report.cuts.join(', ')],
    ['killed (-9)', killed.join('; ')],
    ['members of each queue', report.members.join(', ')],
    ['restarted, one after the other', `${report.restarts}`],
    ['', ''],
    ['phase', 'seconds   calls  orders  longest without an order  calls that failed, and were made again'],
    ...mergePhases(report.phases).map((phase): [string, string] => [phase.name, row(phase)]),
    ['', ''],
  ]
  const table = lines.map(([what, figure]) => `${what.padEnd(34)}${figure}`.trimEnd()).join('\n')
  return `${table}\n${describeSoak(report)}`
}

const row = ({ seconds, calls, orders, longestSecondsWithoutOrder, failed }: Phase) =>
  [
    seconds.toFixed(1).padStart(7),
    String(calls).padStart(8),
    String(orders).padStart(8),
    `${longestSecondsWithoutOrder.toFixed(1)} s`.padStart(26),
    `  ${list(failed)}`,
  ].join('')

function list(failed: Record<string, number>): string {
  const all = Object.values(failed).reduce((sum, count) => sum + count, 0)
  const reasons = Object.entries(failed).map(([reason, count]) => `${reason} ${count}`)
  return all === 0 ? '0' : `${all} (${reasons.join(', ')})`
}

/** Merges phases with the same name. */
function mergePhases(phases: Phase[]): Phase[] {
  return [...Map.groupBy(phases, ({ name }) => name)].map(([name, same]) => {
    const sum = (of: (phase: Phase) => number) => same.reduce((all, phase) => all + of(phase), 0)
    const failed: Record<string, number> = {}
    for (const phase of same)
      for (const [reason, count] of Object.entries(phase.failed))
        failed[reason] = (failed[reason] ?? 0) + count
    return {
      name,
      seconds: sum(({ seconds }) => seconds),
      calls: sum(({ calls }) => calls),
      failed,
      orders: sum(({ orders }) => orders),
      longestSecondsWithoutOrder: Math.max(...same.map((phase) => phase.longestSecondsWithoutOrder)),
    }
  })
}
