/**
 * `npm run cluster-test [-- --minutes 3 --seed 1 --customers 4 --away 20 --quick --no-build --json PATH]`: runs the shop
 * with Docker Compose as on several hosts, cuts one off, kills a broker node, updates everything, and compares all ledgers;
 * `--quick` runs one short round. Prints NOT TRIED when there is no Docker engine, and starts none. Exits with 1 when
 * anything is lost, duplicated, different, unexplained or not settled in time, or when a call failed in the rolling update.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DockerError } from '../compose-test/docker.ts'
import { findEngine } from '../compose-test/engine.ts'
import { Obstacle } from '../compose-test/obstacle.ts'
import { printReport } from '../soak/print-report.ts'
import { readOptions } from './options.ts'
import { describe } from './report.ts'
import { runCluster } from './run.ts'

const folder = fileURLToPath(new URL('../.local/cluster', import.meta.url))
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())

const { options, json = path.join(folder, 'report.json') } = readOptions(process.argv.slice(2))
const engine = await findEngine()
if (engine.state === 'none') {
  console.log(`NOT TRIED: the shop was not run on several hosts, because ${engine.why}.`)
  process.exit(0)
}
if (engine.state === 'unfit') {
  console.error(engine.why)
  process.exit(1)
}
console.log(
  `Cluster: ${options.playMs / 1000} s, ${options.customers} customers at a time, seed ${options.seed}.`,
)
const signal = stopping.signal
const report = await runCluster(options, { folder, print: console.log, signal }).catch((error: unknown) => {
  const isExpected = error instanceof Obstacle || error instanceof DockerError
  console.error(signal.aborted ? 'Stopped; everything was removed.' : isExpected ? error.message : error)
  process.exit(signal.aborted ? 130 : 1)
})
const isRight = await printReport(report, describe(report), { json, folder })
process.exit(isRight ? 0 : 1)
