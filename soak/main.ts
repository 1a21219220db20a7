/**
 * `npm run soak [-- --minutes 10 --seed 1 --kill-every 5 --customers 8 --replicas 1 --settle 60 --json PATH]`:
 * runs the shop under load on a stack of its own while its processes are killed and its connections break, and
 * compares all ledgers; `--quick` takes two minutes. Ends with 1 when anything is lost, doubled, different,
 * unexplained or not settled in time.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from './options.ts'
import { describe } from './report.ts'
import { runSoak } from './run.ts'

const shown = 60
const folder = fileURLToPath(new URL('../.local/soak', import.meta.url))
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))

const { options, json = path.join(folder, 'report.json') } = readOptions(process.argv.slice(2))
console.log(
  `Soak: ${options.playMs / 1000} s, a kill every ${options.killEveryMs / 1000} s, ${options.customers} customers at a time, seed ${options.seed}.`,
)
const report = await runSoak(options, { folder, tell: console.log })
await mkdir(path.dirname(json), { recursive: true })
await writeFile(json, `${JSON.stringify(report, null, 2)}\n`)
console.log(describe(report))
for (const failure of report.failures.slice(0, shown)) console.log(failure)
if (report.failures.length > shown) console.log(`... and ${report.failures.length - shown} more in ${json}`)
const isRight = report.failures.length === 0
console.log(
  isRight ? 'Nothing lost, nothing doubled, all settled.' : `Not proved. Logs and journal: ${folder}`,
)
process.exitCode = isRight ? 0 : 1
