/**
 * `npm run backup [-- --to FOLDER]` and `npm run restore -- FOLDER [--force] [--rehearsal]` or `FOLDER --reconcile`, as
 * the commands `backup` and `restore`. MONGODB_URI and AMQP_URL (with DATABASE_PREFIX and QUEUE_PREFIX) name the shop;
 * default: the local stack. Exits with 1 when no backup was taken or nothing was restored.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { backUp, checkPayments, restore } from './commands.ts'
import { Failure } from './failure.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const usage =
  'Usage: npm run backup [-- --to FOLDER]\n       npm run restore -- FOLDER [--force] [--rehearsal]\n       npm run restore -- FOLDER --reconcile'

try {
  if (existsSync(path.join(root, '.env'))) process.loadEnvFile(path.join(root, '.env'))
  const place = {
    env: process.env,
    dataDir: path.resolve(root, process.env.DATA_DIR || '.local'),
    say: (line: string) => console.log(line),
  }
  const [command, ...args] = process.argv.slice(2)
  const { to, folder, reconcile, ...how } = read(command ?? '', args)
  if (command === 'backup') await backUp(to === undefined ? undefined : path.resolve(to), place)
  else if (reconcile) await checkPayments(path.resolve(folder), place)
  else await restore(path.resolve(folder), { ...place, ...how })
} catch (error) {
  console.error(error instanceof Failure ? error.message : error)
  process.exitCode = 1
}
// An abandoned connection attempt must not keep the process alive.
process.exit()

function read(command: string, args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const isBackup = command === 'backup'
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: !isBackup,
      options: isBackup ? { to: { type: 'string' } } : { force: flag, reconcile: flag, rehearsal: flag },
    })
    type Flags = { force?: boolean; reconcile?: boolean; rehearsal?: boolean }
    const { to, force = false, reconcile = false, rehearsal = false } = values as { to?: string } & Flags
    const [folder] = positionals
    const isComplete =
      isBackup || (folder !== undefined && positionals.length === 1 && !(reconcile && (force || rehearsal)))
    if (!isComplete || (!isBackup && command !== 'restore')) throw new Error('Invalid arguments.')
    return { to, folder: folder ?? '', reconcile, force, rehearsal }
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n${usage}`)
  }
}
