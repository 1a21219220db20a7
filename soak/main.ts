/**
 * `npm run soak [-- --minutes 10 --seed 1 --kill-every 5 --customers 8 --replicas 1 --settle 60 --json PATH]`:
 * runs the shop under load on a stack of its own while its processes are killed and its connections break, and
 * compares all ledgers; `--quick` takes two minutes. Exits with 1 when anything is lost, doubled, different, dead or
 * not settled in time.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from './options.ts'
import { printReport } from './print-report.ts'
import { describe } from './report.ts'
import { runSoak } from './run.ts'

const folder = fileURLToPath(new URL('../.local/soak', import.meta.url))
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))

const { options, json = path.join(folder, 'report.json') } = readOptions(process.argv.slice(2))
console.log(
  `Soak: ${options.playMs / 1000} s, a kill every ${options.killEveryMs / 1000} s, ${options.customers} customers at a time, seed ${options.seed}.`,
)
const report = await runSoak(options, { folder, log: console.log })
const isRight = await printReport(report, describe(report), { json, folder })
process.exitCode = isRight ? 0 : 1
