import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { keepLogs, settleUp } from '../soak/aftermath.ts'
import { openJournal } from '../soak/journal.ts'
import { playAndBreak } from '../soak/play.ts'
import { makeReport } from '../soak/report.ts'
import { haveIncidents, type IncidentRecord } from './incidents.ts'
import type { ClusterOptions } from './options.ts'
import { type ClusterReport, withIncidents } from './report.ts'
import { type Cluster, startCluster } from './start.ts'

interface RunSettings {
  /** Where the run leaves its journal and the logs of all processes. */
  folder: string
  /** Hears how far it is. */
  tell?: (words: string) => void
  /** Ends the run, which takes away all that it made. */
  signal?: AbortSignal
}

/**
 * Runs the shop on several hosts with the soak's people on it, cuts a host off, kills a broker node and restarts
 * everything; then waits until all is settled and compares all ledgers.
 */
export async function runCluster(options: ClusterOptions, settings: RunSettings): Promise<ClusterReport> {
  const { folder, signal } = settings
  await rm(path.join(folder, 'logs'), { recursive: true, force: true })
  await mkdir(path.join(folder, 'logs'), { recursive: true })
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-cluster-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  try {
    return await unlessAborted(playOn(options, settings, { dataDir, undo }), signal)
  } finally {
    // One that cannot be undone must not keep the others from it.
    for (const step of undo.toReversed()) await step().catch((error) => console.error(error))
  }
}

async function playOn(
  options: ClusterOptions,
  { folder, tell = () => {} }: RunSettings,
  place: { dataDir: string; undo: (() => Promise<unknown>)[] },
): Promise<ClusterReport> {
  const cluster: Cluster = await startCluster(place)
  place.undo.push(() => keepLogs(cluster, folder))
  await cluster.ready()
  const journal = openJournal(path.join(folder, 'journal.jsonl'))
  place.undo.push(() => journal.close())
  tell(`${cluster.processes.length} processes run on ${cluster.hosts} hosts.`)
  const record: IncidentRecord = {
    phases: [],
    cuts: [],
    killed: [],
    members: [],
    restarts: 0,
    balancerFailures: cluster.balancerFailures,
  }
  const stage = { cluster, journal, options, record, tell }
  const startedAt = Date.now()
  const played = await playAndBreak(
    { stack: cluster, journal, wreak: (until, tally) => haveIncidents(stage, until, tally) },
    options,
  )
  const playMs = Date.now() - startedAt
  tell('Nothing more is begun. Waiting until all is settled.')
  const after = await settleUp(cluster, journal, Date.now() + 3 * options.settleWithinMs)
  const report = makeReport({ options: { ...options, playMs }, journal, ...played, ...after })
  return withIncidents(report, record)
}

async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error('Stopped.'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
  // Whatever it still does falls over what is taken away under it.
  work.catch(() => undefined)
  return await Promise.race([work, aborted])
}
