import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import { findOnPath } from '../processes/find-on-path.ts'
import { entryFile, nodeArgs } from '../processes/node-command.ts'
import { freePort } from '../processes/ports.ts'
import type { ProcessSpec } from '../processes/supervised-process.ts'
import { StackError } from '../stack-error.ts'
import { newerGlibc } from './newer-glibc.ts'
import { socketFolder } from './socket-folder.ts'

/** One thread moves messages between the engine's socket and its sessions: two threads would wake each other each time. */
const engineThreads = { TOKIO_WORKER_THREADS: '1' }

/** The first glibc that the embedded engine can be loaded with. */
const neededGlibc = 2.38

/** The MongoDB of a stack: an external server, or a process of this stack. Its address stays the same over restarts. */
export interface MongoChoice {
  uri: string
  /** Describes the server on the banner. */
  label: string
  process?: ProcessSpec
}

interface Options {
  env: NodeJS.ProcessEnv
  dataDir: string
}

/**
 * Uses the first that is available: `MONGODB_URI`, a `mongod` on the PATH, the embedded engine.
 * @throws {StackError} with the three solutions when none is available
 */
export async function chooseMongo({ env, dataDir }: Options): Promise<MongoChoice> {
  if (env.MONGODB_URI) return { uri: env.MONGODB_URI, label: 'the one that MONGODB_URI names' }
  const mongod = findOnPath('mongod', env)
  if (mongod) return withMongod(mongod, { env, dataDir })
  return withEngine({ env, dataDir })
}

/** Whether a MongoDB answers at the address. */
export async function mongoAnswers(uri: string, timeoutMs = 1_000): Promise<boolean> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}

async function withMongod(mongod: string, { env, dataDir }: Options): Promise<MongoChoice> {
  const port = await freePort()
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`
  const folder = path.join(dataDir, 'mongodb')
  mkdirSync(folder, { recursive: true })
  const args = ['--dbpath', folder, '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket']
  return {
    uri,
    label: `mongod of this system (${mongod})`,
    process: {
      ...common({ env, dataDir, uri }),
      command: mongod,
      args: [...args, '--wiredTigerCacheSizeGB', '0.25'],
      port,
      guard: 'shell',
    },
  }
}

async function withEngine({ env, dataDir }: Options): Promise<MongoChoice> {
  const launcher = await engineLauncher()
  const socket = path.join(socketFolder(dataDir), 'mongodb.sock')
  const uri = `mongodb://${encodeURIComponent(socket)}/?directConnection=true`
  const args = nodeArgs(entryFile('mongo-engine'), path.join(dataDir, 'mongodb'), socket)
  return {
    uri,
    label: 'the embedded engine (no sessions, transactions or change streams)',
    process: {
      ...common({ env: { ...env, ...engineThreads }, dataDir, uri }),
      command: launcher.command,
      args: [...launcher.args, ...args],
      guard: 'preloaded',
    },
  }
}

function common({ env, dataDir, uri }: Options & { uri: string }) {
  return {
    name: 'mongodb',
    replica: 0,
    env,
    cwd: dataDir,
    logFile: path.join(dataDir, 'logs', 'mongodb.log'),
    url: uri,
    isReady: () => mongoAnswers(uri),
  }
}

/** The command of a Node process that can load the engine: Node itself, or Node with a newer dynamic loader. */
async function engineLauncher(): Promise<{ command: string; args: string[] }> {
  const plain = { command: process.execPath, args: [] }
  if (process.platform === 'darwin' && process.arch === 'arm64') return plain
  if (process.platform !== 'linux')
    throw noMongoAvailable(`the embedded engine has no build for ${process.platform}`)
  const glibc = systemGlibc()
  if (glibc === undefined)
    throw noMongoAvailable('the embedded engine needs glibc, which this system has not')
  if (glibc >= neededGlibc) return plain
  try {
    const { loader, libraryPath } = await newerGlibc()
    return { command: loader, args: ['--library-path', libraryPath, process.execPath] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw noMongoAvailable(
      `the embedded engine needs glibc ${neededGlibc}, this system has ${glibc}, and ${why}`,
    )
  }
}

function systemGlibc(): number | undefined {
  // Otherwise the report resolves host names, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport()
  const header: unknown = typeof report === 'object' && 'header' in report ? report.header : undefined
  if (typeof header !== 'object' || header === null || !('glibcVersionRuntime' in header)) return undefined
  return Number(header.glibcVersionRuntime)
}

/** The error for a machine on which no MongoDB can be started. */
export function noMongoAvailable(why: string): StackError {
  return new StackError(
    [
      `Nothing on this machine can serve MongoDB: there is no MONGODB_URI and no mongod, and ${why}.`,
      'Any one of these helps:',
      '  1. name a MongoDB server (7 or newer):  MONGODB_URI=mongodb://host:27017 npm start',
      '  2. install MongoDB so that mongod is on the PATH:  https://www.mongodb.com/docs/manual/installation/',
      '  3. use a system that the embedded engine runs on: Linux on x64 or arm64 with glibc 2.38 or newer',
      '     (Debian 13, Ubuntu 24.04, ...), Debian 12 with access to its package mirror, or macOS on Apple silicon',
    ].join('\n'),
  )
}
