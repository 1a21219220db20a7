import { phaseTable } from '../soak/phases.ts'
import { describe as describeSoak, type Report } from '../soak/report.ts'
import { type IncidentRecord, rollingUpdate } from './incidents.ts'

/** The result of a run: the soak's report, and the customers' results in each incident. */
export type ClusterReport = Report & IncidentRecord

/** Adds the incidents, and a failure for each failed call in the rolling update. */
export function withIncidents(report: Report, record: IncidentRecord): ClusterReport {
  const failedCalls = phasesOf(record, rollingUpdate).flatMap(({ failed }) =>
    Object.entries(failed).map(([reason, count]) => `FAILED ${count} calls in the rolling update: ${reason}`),
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
    ['replaced, one after the other', `${report.updates}`],
    ['', ''],
    ...phaseTable(report.phases),
    ['', ''],
  ]
  const table = lines.map(([what, figure]) => `${what.padEnd(34)}${figure}`.trimEnd()).join('\n')
  return `${table}\n${describeSoak(report)}`
}
