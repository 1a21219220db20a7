import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { keepLogs, settleUp } from '../soak/aftermath.ts'
import { openJournal } from '../soak/journal.ts'
import { playAndBreak } from '../soak/play.ts'
import { makeReport } from '../soak/report.ts'
import { type IncidentRecord, runIncidents } from './incidents.ts'
import type { ClusterOptions } from './options.ts'
import { type ClusterReport, withIncidents } from './report.ts'
import { type Cluster, startCluster } from './start.ts'

interface RunSettings {
  /** The folder for the journal and the logs of all processes. */
  folder: string
  /** Prints the progress. */
  print?: (line: string) => void
  /** Aborts the run, which then removes everything that it created. */
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
    return await unlessAborted(runScenario(options, settings, { dataDir, undo }), signal)
  } finally {
    // A step that fails must not prevent the others.
    for (const step of undo.toReversed()) await step().catch((error) => console.error(error))
  }
}

async function runScenario(
  options: ClusterOptions,
  { folder, print = () => {} }: RunSettings,
  place: { dataDir: string; undo: (() => Promise<unknown>)[] },
): Promise<ClusterReport> {
  const cluster: Cluster = await startCluster(place)
  place.undo.push(() => keepLogs(cluster, folder))
  await cluster.ready()
  const journal = openJournal(path.join(folder, 'journal.jsonl'))
  place.undo.push(() => journal.close())
  print(`${cluster.processes.length} processes run on ${cluster.hosts} hosts.`)
  const record: IncidentRecord = {
    phases: [],
    cuts: [],
    killed: [],
    members: [],
    restarts: 0,
    balancerFailures: cluster.balancerFailures,
  }
  const stage = { cluster, journal, options, record, print }
  const startedAt = Date.now()
  const played = await playAndBreak(
    { stack: cluster, journal, inject: (until, tally) => runIncidents(stage, until, tally) },
    options,
  )
  const playMs = Date.now() - startedAt
  print('The load has ended. Waiting until everything is settled.')
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
  // After an abort, the work fails because its processes are removed: ignore these errors.
  work.catch(() => undefined)
  return await Promise.race([work, aborted])
}
