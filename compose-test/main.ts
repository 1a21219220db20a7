/**
 * `npm run compose-test [-- --quick --part incidents --no-build --settings PATH --json PATH --page PATH ...]`: runs the shop
 * in containers with Docker Compose, with people on it, and compares all ledgers after containers, database, broker and
 * networks failed and after a restart. Prints NOT TRIED when there is no Docker engine, and starts none. Exits with 1 when
 * anything fails. All options: options.ts.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { printReport } from '../soak/print-report.ts'
import { DockerError } from './docker.ts'
import { findEngine } from './engine.ts'
import { Obstacle } from './obstacle.ts'
import { readOptions } from './options.ts'
import { pageOf } from './page.ts'
import { describe } from './report.ts'
import { runComposeTest } from './run.ts'

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())

const {
  options,
  folder = fileURLToPath(new URL('../.local/compose-test', import.meta.url)),
  json = path.join(folder, 'report.json'),
  page,
} = readOptions(process.argv.slice(2))
const found = await findEngine()
if (found.state === 'none') {
  console.log(`NOT TRIED: the shop was not run in containers, because ${found.why}.`)
  process.exit(0)
}
if (found.state === 'unfit') {
  console.error(found.why)
  process.exit(1)
}
const { engine, compose } = found
console.log(`Docker Engine ${engine}, Compose ${compose}.`)
const signal = stopping.signal
const settings = { folder, versions: { engine, compose }, print: console.log, signal }
const report = await runComposeTest(options, settings).catch((error: unknown) => {
  const isExpected = error instanceof Obstacle || error instanceof DockerError
  console.error(signal.aborted ? 'Stopped; everything was removed.' : isExpected ? error.message : error)
  process.exit(signal.aborted ? 130 : 1)
})
if (page !== undefined) await writeFile(page, pageOf(report))
const isRight = await printReport(report, describe(report), { json, folder })
process.exit(isRight ? 0 : 1)
