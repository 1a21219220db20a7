/**
 * `npm run cluster-test [-- --minutes 3 --seed 1 --customers 6 --away 20 --json PATH]`: runs the shop on several
 * hosts, which are network namespaces of this machine, cuts one off, kills a broker node, restarts everything, and
 * compares all ledgers; `--quick` runs one short round. Exits with 1 when anything is lost, duplicated, different,
 * unexplained or not settled in time, or when a call failed in the rolling restart.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { printReport } from '../soak/print-report.ts'
import { obstacle } from './network.ts'
import { readOptions } from './options.ts'
import { describe } from './report.ts'
import { runCluster } from './run.ts'

const folder = fileURLToPath(new URL('../.local/cluster', import.meta.url))
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())

const { options, json = path.join(folder, 'report.json') } = readOptions(process.argv.slice(2))
const why = await obstacle()
if (why) {
  console.error(`The cluster test requires Linux, root and network namespaces: ${why}.`)
  process.exit(1)
}
console.log(
  `Cluster: ${options.playMs / 1000} s, ${options.customers} customers at a time, seed ${options.seed}.`,
)
const signal = stopping.signal
const report = await runCluster(options, { folder, print: console.log, signal }).catch((error: unknown) => {
  console.error(signal.aborted ? 'Stopped; everything was removed.' : error)
  process.exit(signal.aborted ? 130 : 1)
})
const isRight = await printReport(report, describe(report), { json, folder })
process.exit(isRight ? 0 : 1)
