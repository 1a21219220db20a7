import { setTimeout as sleep } from 'node:timers/promises'
import { declareAll } from '../packages/local-stack/src/engines/broker.ts'
import type { ChaosRecord } from '../soak/chaos/hand.ts'
import type { Journal } from '../soak/journal.ts'
import type { Tally } from '../soak/people/caller.ts'
import type { ClusterOptions } from './options.ts'
import { keepPhases, type Phase } from './phases.ts'
import type { Cluster } from './start.ts'

/** What was done to the cluster, and how people fared meanwhile. */
export interface IncidentRecord {
  phases: Phase[]
  /** Hosts that were cut off, in turn. */
  cuts: string[]
  /** Killed nodes: how many queues each of them led, of how many. */
  killed: { node: string; led: number; queues: number }[]
  /** On how many nodes queues are, each number once, looked at after a killed node came back. */
  members: number[]
  restarts: number
  /** What went wrong between the load balancer and a gateway: customers saw a 502. */
  balancerFailures: string[]
}

/** The phase in which no call may fail. */
export const rollingRestart = 'rolling restart'

interface Stage {
  cluster: Cluster
  journal: Journal
  options: ClusterOptions
  record: IncidentRecord
  tell: (words: string) => void
}

/** Puts the cluster through round after round of incidents until then, one round at least. */
export async function haveIncidents(stage: Stage, until: number, tally: Tally): Promise<ChaosRecord> {
  const { cluster, journal, options, record } = stage
  const { phases, during } = keepPhases(tally, journal)
  const chaos: ChaosRecord = { kills: {}, pauses: {}, wires: {}, lastKillAt: Date.now() }
  const calm = () => during('calm', () => sleep(options.calmMs))
  for (let round = 0; round === 0 || Date.now() < until; round++) {
    await calm()
    await during('host cut off', () => cutOff(round, stage))
    await during('host back', () => cluster.ready())
    await calm()
    await during('broker node killed', () => killNode(stage, chaos))
    await during('broker node back', async () => {
      record.members = await allQueuesWhole(cluster)
    })
    await calm()
    await during(rollingRestart, () => updateAll(stage))
    chaos.lastKillAt = Date.now()
  }
  await during('calm', () => sleep(Math.max(0, until - Date.now())))
  record.phases = phases
  return chaos
}

async function cutOff(round: number, { cluster, options, record, tell }: Stage): Promise<void> {
  const apps = cluster.apps.toReversed()
  const host = apps[round % apps.length]
  if (host === undefined) return
  tell(`Host ${host.name} is cut off.`)
  await host.cut()
  try {
    await sleep(options.awayMs)
  } finally {
    await host.join()
  }
  record.cuts.push(host.name)
  tell(`Host ${host.name} is joined again.`)
}

/** Kills the node that leads the most queues; while it is away everything can be declared all the same. */
async function killNode({ cluster, options, record, tell }: Stage, chaos: ChaosRecord): Promise<void> {
  const { brokers } = cluster
  const queues = await brokers.queues()
  const ledBy = (node: string) => queues.filter(({ leader }) => leader === node).length
  const [victim, other] = brokers.nodes.toSorted((a, b) => ledBy(b.name) - ledBy(a.name))
  if (victim === undefined || other === undefined) return
  const node = victim.host.name
  record.killed.push({ node, led: ledBy(victim.name), queues: queues.length })
  tell(`Node ${node}, which leads ${ledBy(victim.name)} of ${queues.length} queues, is killed.`)
  await victim.process.kill('SIGKILL')
  chaos.kills[node] = (chaos.kills[node] ?? 0) + 1
  await Promise.all([sleep(options.awayMs), declareAll(other.url, '')])
  victim.process.start()
  await victim.process.ready()
  tell(`Node ${node} is back.`)
}

const wholeWithinMs = 120_000

/** Resolves once each queue has all its members again, with how many these are. */
async function allQueuesWhole({ brokers }: Cluster): Promise<number[]> {
  const deadline = Date.now() + wholeWithinMs
  for (;;) {
    const queues = await brokers.queues()
    const torn = queues.filter(({ online, members }) => online.length < members.length)
    if (torn.length === 0) return [...new Set(queues.map(({ members }) => members.length))]
    if (Date.now() > deadline) throw new Error(`${torn.length} queues do not get their members back`)
    await sleep(500)
  }
}

/** Stops each replica of each service and each gateway in order, one after the other, and waits until it is back. */
async function updateAll({ cluster, record, tell }: Stage): Promise<void> {
  tell('Each service and each gateway is restarted, one after the other.')
  for (const process of cluster.updatable) {
    await process.kill('SIGTERM')
    await process.ready()
    record.restarts += 1
  }
}
