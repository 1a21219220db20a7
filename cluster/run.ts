import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { removeLeftovers } from '../compose-test/cleanup.ts'
import { watchContainers } from '../compose-test/memory.ts'
import { settleUp } from '../soak/aftermath.ts'
import { openJournal } from '../soak/journal.ts'
import { playAndBreak } from '../soak/play.ts'
import { makeReport } from '../soak/report.ts'
import { unlessAborted } from '../soak/unless-aborted.ts'
import { type IncidentRecord, runIncidents } from './incidents.ts'
import type { ClusterOptions } from './options.ts'
import { type ClusterReport, withIncidents } from './report.ts'
import { openCluster } from './start.ts'

interface RunSettings {
  /** The folder for the journal and the logs of all containers. */
  folder: string
  /** Prints the progress. */
  print: (line: string) => void
  /** Aborts the run, which then removes everything that it created. */
  signal: AbortSignal
}

/**
 * Runs the shop on several hosts with the soak's people on it, cuts a host off, kills a broker node and updates
 * everything; then waits until all is settled and compares all ledgers.
 */
export async function runCluster(options: ClusterOptions, settings: RunSettings): Promise<ClusterReport> {
  await mkdir(settings.folder, { recursive: true })
  await removeLeftovers(settings.print)
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'prankpost-cluster-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(temporary, { recursive: true, force: true })]
  try {
    return await unlessAborted(runScenario(options, settings, { temporary, undo }), settings.signal)
  } finally {
    // A step that fails must not prevent the others.
    for (const step of undo.toReversed()) await step().catch((error) => console.error(error))
  }
}

async function runScenario(
  options: ClusterOptions,
  { folder, print, signal }: RunSettings,
  place: { temporary: string; undo: (() => Promise<unknown>)[] },
): Promise<ClusterReport> {
  const cluster = await openCluster({ ...place, folder, signal })
  const { project, shop } = cluster
  if (options.build) await project.build()
  const began = Date.now()
  await project.up()
  const containers = await project.containers()
  print(`${containers.length} containers were started in ${Math.round((Date.now() - began) / 1_000)} s.`)
  const journal = openJournal(path.join(folder, 'journal.jsonl'))
  place.undo.push(() => journal.close())
  const record: IncidentRecord = {
    phases: [],
    cuts: [],
    killed: [],
    members: [],
    updates: 0,
    balancerFailures: cluster.balancerFailures,
  }
  const stage = { cluster, journal, options, record, print }
  const startedAt = Date.now()
  const played = await playAndBreak(
    {
      ...{ stack: shop, journal, memory: watchContainers(project) },
      inject: (until, tally) => runIncidents(stage, until, tally),
    },
    options,
  )
  const playMs = Date.now() - startedAt
  print('The load has ended. Waiting until everything is settled.')
  const after = await settleUp(shop, journal, Date.now() + 3 * options.settleWithinMs)
  const report = makeReport({ options: { ...options, playMs }, journal, ...played, ...after })
  return withIncidents(report, record)
}
