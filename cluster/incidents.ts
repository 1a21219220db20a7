import { setTimeout as sleep } from 'node:timers/promises'
import { declareAll } from '../packages/local-stack/src/engines/broker.ts'
import type { ChaosRecord } from '../soak/chaos/faults.ts'
import type { Journal } from '../soak/journal.ts'
import type { Tally } from '../soak/people/caller.ts'
import type { ClusterOptions } from './options.ts'
import { type Phase, recordPhases } from './phases.ts'
import type { Cluster } from './start.ts'

/** The incidents of a run, and the customers' results meanwhile. */
export interface IncidentRecord {
  phases: Phase[]
  /** Hosts that were cut off, in order. */
  cuts: string[]
  /** Killed nodes, with the number of queues that each led and the total. */
  killed: { node: string; led: number; queues: number }[]
  /** The distinct numbers of members of the queues, after a killed node was restarted. */
  members: number[]
  restarts: number
  /** Failures between the load balancer and a gateway: customers got a 502. */
  balancerFailures: string[]
}

/** The phase in which no call may fail. */
export const rollingRestart = 'rolling restart'

interface Stage {
  cluster: Cluster
  journal: Journal
  options: ClusterOptions
  record: IncidentRecord
  print: (line: string) => void
}

/** Runs rounds of incidents until the given time, at least one. */
export async function runIncidents(stage: Stage, until: number, tally: Tally): Promise<ChaosRecord> {
  const { cluster, journal, options, record } = stage
  const { phases, during } = recordPhases(tally, journal)
  const chaos: ChaosRecord = { kills: {}, pauses: {}, wires: {}, lastKillAt: Date.now() }
  const calm = () => during('calm', () => sleep(options.calmMs))
  for (let round = 0; round === 0 || Date.now() < until; round++) {
    await calm()
    await during('host cut off', () => cutOff(round, stage))
    await during('host back', () => cluster.ready())
    await calm()
    await during('broker node killed', () => killNode(stage, chaos))
    await during('broker node back', async () => {
      record.members = await allQueuesComplete(cluster)
    })
    await calm()
    await during(rollingRestart, () => updateAll(stage))
    chaos.lastKillAt = Date.now()
  }
  await during('calm', () => sleep(Math.max(0, until - Date.now())))
  record.phases = phases
  return chaos
}

async function cutOff(round: number, { cluster, options, record, print }: Stage): Promise<void> {
  const apps = cluster.apps.toReversed()
  const host = apps[round % apps.length]
  if (host === undefined) return
  print(`Host ${host.name} is cut off.`)
  await host.cut()
  try {
    await sleep(options.awayMs)
  } finally {
    await host.join()
  }
  record.cuts.push(host.name)
  print(`Host ${host.name} is joined again.`)
}

/** Kills the node that leads the most queues; while it is down, everything must still be declarable. */
async function killNode({ cluster, options, record, print }: Stage, chaos: ChaosRecord): Promise<void> {
  const { brokers } = cluster
  const queues = await brokers.queues()
  const ledBy = (node: string) => queues.filter(({ leader }) => leader === node).length
  const [victim, other] = brokers.nodes.toSorted((a, b) => ledBy(b.name) - ledBy(a.name))
  if (victim === undefined || other === undefined) return
  const node = victim.host.name
  record.killed.push({ node, led: ledBy(victim.name), queues: queues.length })
  print(`Node ${node}, which leads ${ledBy(victim.name)} of ${queues.length} queues, is killed.`)
  await victim.process.kill('SIGKILL')
  chaos.kills[node] = (chaos.kills[node] ?? 0) + 1
  await Promise.all([sleep(options.awayMs), declareAll(other.url, '')])
  victim.process.start()
  await victim.process.ready()
  print(`Node ${node} is back.`)
}

const completeWithinMs = 120_000

/** Resolves once each queue has all its members again, with the distinct numbers of members. */
async function allQueuesComplete({ brokers }: Cluster): Promise<number[]> {
  const deadline = Date.now() + completeWithinMs
  for (;;) {
    const queues = await brokers.queues()
    const incomplete = queues.filter(({ online, members }) => online.length < members.length)
    if (incomplete.length === 0) return [...new Set(queues.map(({ members }) => members.length))]
    if (Date.now() > deadline) throw new Error(`${incomplete.length} queues do not get their members back`)
    await sleep(500)
  }
}

/** Restarts each replica of each service and each gateway, one after the other, and waits until it is ready. */
async function updateAll({ cluster, record, print }: Stage): Promise<void> {
  print('Each service and each gateway is restarted, one after the other.')
  for (const process of cluster.updatable) {
    await process.kill('SIGTERM')
    await process.ready()
    record.restarts += 1
  }
}
