import path from 'node:path'
import type { Engines } from '@prankpost/local-stack'
import { Failure } from './failure.ts'
import { verifyBackup } from './manifest.ts'
import { reconcile, type UnknownMoney, untilPaymentIsDone } from './reconcile.ts'
import { restoreBackup } from './restore-backup.ts'
import { type Addresses, connectShop, namedAddresses, prefixes, runningStack, type Shop } from './shop.ts'
import { recordBackup, takeBackup } from './take-backup.ts'

/** The environment and the output of a command. */
export interface Place {
  env: NodeJS.ProcessEnv
  /** The data folder of the local stack. */
  dataDir: string
  say: (line: string) => void
}

/** Takes a backup of the running shop into `folder` (default: a new folder in the data folder). */
export async function backUp(folder: string | undefined, { env, dataDir, say }: Place): Promise<void> {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const target = folder ?? path.join(dataDir, 'backups', stamp)
  const startedAt = performance.now()
  const { manifest, pausedMs } = await withShop(running({ env, dataDir }), async (shop) => {
    const taken = await takeBackup(shop, target)
    // The backup is complete, whatever its record says.
    await recordBackup(shop).catch((error) =>
      say(`Its time could not be recorded, and BackupMissing may report it: ${error.message}`),
    )
    return taken
  })
  const { files, messages } = manifest
  const documents = sum(files.map((file) => file.documents))
  say(`Backup of ${manifest.restedAt}: ${target}`)
  say(
    `${count(documents)} documents of ${files.length} collections, ${megabytes(sum(files.map((f) => f.bytes)))} MB.`,
  )
  say(
    `${messages.work + messages.retry} queued events, ${messages.dead} dead letters; events were paused for ` +
      `${seconds(pausedMs)} s of ${seconds(performance.now() - startedAt)} s.`,
  )
  say(`Memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB.`)
}

/**
 * Restores a backup. Without addresses it restores into the local stack, which must not be running: only its database
 * and broker are started. A rehearsal does so whatever the environment says.
 */
export async function restore(
  folder: string,
  { force, ...place }: Place & { force: boolean; rehearsal: boolean },
): Promise<void> {
  const { say, rehearsal } = place
  // Before anything is started or emptied.
  const { messages: queued } = await verifyBackup(folder)
  const restored = await withTarget(place, queued.work + queued.retry + queued.dead, (addresses) =>
    withShop(addresses, (shop) => restoreBackup(shop, folder, { force }), { declares: true }),
  )
  const { manifest, documents, messages, removedPayments } = restored
  say(
    `Restored the backup of ${manifest.restedAt}: ${count(documents)} documents, ${messages} events and dead letters.`,
  )
  if (removedPayments > 0)
    say(`${removedPayments} payments were left out: their orders were placed during the backup.`)
  if (rehearsal) return say('Start it with: npm start -- --rehearsal')
  say(
    'Payments and cancellations since then are read from Stripe when the shop runs. Start it, then run this command again ' +
      'with --reconcile as its only option.',
  )
  say(
    'Parcels that were shipped since then are due again: compare the list of due parcels with the posted ones first.',
  )
}

/** Waits until the restored and running shop has read Stripe, and reports payments for unknown orders and plans. */
export async function checkPayments(folder: string, { env, dataDir, say }: Place): Promise<void> {
  const manifest = await verifyBackup(folder)
  const stack = runningStack(dataDir)
  const addresses = running({ env, dataDir })
  const { mongodbUri: MONGODB_URI, databasePrefix: DATABASE_PREFIX } = addresses
  const STRIPE_API_BASE = env.STRIPE_API_BASE ?? (env.STRIPE_SECRET_KEY ? undefined : stack?.sandboxUrl)
  const STRIPE_SECRET_KEY = env.STRIPE_SECRET_KEY ?? (STRIPE_API_BASE ? 'sk_test_sandbox' : undefined)
  if (!STRIPE_SECRET_KEY) throw new Failure('Set STRIPE_SECRET_KEY: it is required to query Stripe.')
  const ofStripe = { STRIPE_SECRET_KEY, ...(STRIPE_API_BASE ? { STRIPE_API_BASE } : {}) }
  const paymentEnv = { ...env, MONGODB_URI, DATABASE_PREFIX, ...ofStripe }
  await withShop(addresses, async (shop) => {
    const { ingested, unknown } = await reconcile(shop, manifest, paymentEnv)
    if (!(await untilPaymentIsDone(shop)))
      throw new Failure(
        'payment has not finished reading Stripe: check that it is running, and try again later.',
      )
    say(`The shop has read Stripe; ${ingested} payments of known orders and plans began after the backup.`)
    say(
      unknown.length === 0
        ? 'No payments for unknown orders or plans.'
        : `${unknown.length} payments for unknown orders or plans:`,
    )
    for (const money of unknown) say(`  ${describe(money)}`)
    if (unknown.length > 0) say('Refund them at Stripe, or ask the customers.')
  })
}

function describe({
  amountCents,
  kind,
  id,
  email,
  createdAt,
  sessionId,
  stripeSubscriptionId,
}: UnknownMoney): string {
  const still = stripeSubscriptionId ? `, ${stripeSubscriptionId} continues until it is cancelled` : ''
  return `$${(amountCents / 100).toFixed(2)} of ${createdAt} by ${email} for ${kind} ${id} (${sessionId}${still})`
}

/** The addresses of the running shop. @throws {Failure} when none runs */
function running({ env, dataDir }: Pick<Place, 'env' | 'dataDir'>): Addresses {
  const stack = namedAddresses(env) ?? runningStack(dataDir)
  if (stack === null)
    throw new Failure(`No shop runs from ${dataDir}: start it, or set MONGODB_URI and AMQP_URL.`)
  return { mongodbUri: stack.mongodbUri, amqpUrl: stack.amqpUrl, ...prefixes(env) }
}

async function withShop<T>(
  addresses: Addresses,
  work: (shop: Shop) => Promise<T>,
  { declares = false } = {},
): Promise<T> {
  const shop = await connectShop(addresses, { declares })
  try {
    return await work(shop)
  } finally {
    await shop.close()
  }
}

async function withTarget<T>(
  { env, dataDir, rehearsal }: Place & { rehearsal: boolean },
  messages: number,
  work: (addresses: Addresses) => Promise<T>,
): Promise<T> {
  const named = rehearsal ? null : namedAddresses(env)
  if (named !== null) return work(named)
  // Only in development: the container image does not contain this package.
  const stack = await import('@prankpost/local-stack')
  const other = stack.runningLauncher(dataDir)
  if (other !== undefined)
    throw new Failure(
      `The shop or another restore runs (pid ${other}): stop it first (Ctrl-C where it was started).`,
    )
  await stack.endLeftovers(dataDir)
  stack.claimDataFolder(dataDir)
  const own = rehearsal ? stack.rehearsalEnvironment(env) : env
  let engines: Engines | undefined
  try {
    engines = await stack.startEngines({ env: own, dataDir, ...prefixes(env), restart: false })
    if (engines.broker.warning && messages > 0)
      throw new Failure(
        `The backup has ${messages} events and dead letters, which the broker of this machine would lose when it stops: ` +
          'install rabbitmq-server, or set MONGODB_URI and AMQP_URL.',
      )
    await engines.ready()
    return await work({ mongodbUri: engines.mongo.uri, amqpUrl: engines.broker.url, ...prefixes(env) })
  } finally {
    await engines?.stop()
    stack.releaseDataFolder(dataDir)
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const count = (n: number) => n.toLocaleString('en')
const seconds = (ms: number) => (ms / 1000).toFixed(1)
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
