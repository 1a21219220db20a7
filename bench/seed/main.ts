/**
 * `npm run seed [-- --orders N --plans N --logs N --messages N --seed N]`: fills the databases of the stack
 * that `npm start` runs with two years of generated data, to test the admin with full databases.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CannotSeed, fillStack } from './fill.ts'
import { defaultAmounts } from './world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const usage = 'Usage: npm run seed -- [--orders N] [--plans N] [--logs N] [--messages N] [--seed N]'

try {
  if (existsSync(path.join(root, '.env'))) process.loadEnvFile(path.join(root, '.env'))
  const { seed, ...amounts } = readNumbers(process.argv.slice(2))
  if (process.env.NODE_ENV === 'production') {
    throw new CannotSeed(
      'Made-up customers and orders have no place in production (NODE_ENV=production): nothing was written.',
    )
  }
  const databases = {
    mongodbUri: runningStack(path.resolve(root, process.env.DATA_DIR || '.local')),
    databasePrefix: process.env.DATABASE_PREFIX || 'prankpost',
  }
  const start = performance.now()
  const filled = await fillStack(databases, { seed, now: new Date(), amounts }, (line) => console.log(line))
  const counts = Object.entries(filled).map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
  console.log(`Written in ${((performance.now() - start) / 1_000).toFixed(0)} s: ${counts.join(', ')}.`)
} catch (error) {
  console.error(error instanceof CannotSeed ? error.message : error)
  process.exitCode = 1
}

function readNumbers(args: string[]) {
  const names = ['orders', 'plans', 'logs', 'messages', 'seed'] as const
  const option = { type: 'string' } as const
  const options = Object.fromEntries(names.map((name) => [name, option]))
  let values: Record<string, unknown>
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new CannotSeed(`${(error as Error).message}\n${usage}`)
  }
  const numbers = { ...defaultAmounts, seed: 1 }
  for (const name of names) {
    const value = values[name]
    if (value === undefined) continue
    if (!/^\d{1,7}$/.test(String(value)))
      throw new CannotSeed(`--${name} takes a whole number up to 9999999.\n${usage}`)
    numbers[name] = Number(value)
  }
  return numbers
}

/** The database of the stack that runs with this data folder. */
function runningStack(dataDir: string): string {
  const file = path.join(dataDir, 'stack.json')
  if (!existsSync(file)) {
    throw new CannotSeed(
      `No stack runs from ${dataDir}: start one with \`npm start\`, and seed it when it is ready.`,
    )
  }
  return JSON.parse(readFileSync(file, 'utf8')).mongodbUri
}
