/**
 * `npm run attack [-- --quick --start --only NAME --json PATH]`: attacks the shop that runs in `DATA_DIR`, or one that
 * it starts, and prints the results. Exits with 1 when an attack succeeded or could not be carried out.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { attacks } from './all.ts'
import { readOptions } from './frame/options.ts'
import { startOwnShop } from './frame/own-shop.ts'
import { type Result, runAttacks } from './frame/run.ts'
import { findShop } from './frame/shop.ts'
import { describe, summary } from './frame/table.ts'

let stop = async () => {}
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void stop().finally(() => process.exit(130)))

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await stop()
}
process.exit()

/** Runs the selected attacks and prints the results. Returns true if every attack that was tried is held. */
async function main(args: string[]): Promise<boolean> {
  const names = attacks.map(({ name }) => name)
  const { quick, start, only, json } = readOptions(args, names)
  const chosen = attacks.filter(({ name }) => only.length === 0 || only.includes(name))
  const own = start ? await startOwnShop() : null
  if (own !== null) stop = own.stop
  const shop = own?.shop ?? findShop()
  console.log(`${chosen.length} attacks on ${shop.baseUrl}`)
  const onResult = ({ name, verdict, seconds }: Result) => console.log(`${name}: ${verdict} (${seconds} s)`)
  const results = await runAttacks(chosen, shop, { quick, onResult })
  if (json !== undefined) {
    await mkdir(path.dirname(path.resolve(json)), { recursive: true })
    const report = { at: new Date().toISOString(), cpus: os.availableParallelism(), quick, results }
    await writeFile(json, `${JSON.stringify(report, null, 2)}\n`)
  }
  console.log(`\n${describe(results)}\n\n${summary(results)}`)
  return results.every(({ verdict }) => verdict === 'held' || verdict === 'not tried')
}
