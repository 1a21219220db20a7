import { setTimeout as sleep } from 'node:timers/promises'
import { declareAll } from '../packages/local-stack/src/engines/broker.ts'
import type { ChaosRecord } from '../soak/chaos/faults.ts'
import type { Journal } from '../soak/journal.ts'
import type { Tally } from '../soak/people/caller.ts'
import { type Phase, recordPhases } from '../soak/phases.ts'
import { allQueuesComplete, nodeIn, readQueues } from './broker.ts'
import { brokerNodes, updateOrder } from './compose-override.ts'
import { cutOff, type Host } from './host.ts'
import type { ClusterOptions } from './options.ts'
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
  /** Containers that were replaced, one after the other. */
  updates: number
  /** Failures between the load balancer and a gateway: customers got a 502. */
  balancerFailures: string[]
}

/** The phase in which no call may fail. */
export const rollingUpdate = 'rolling update'

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
    const host = cluster.apps[(round + 1) % cluster.apps.length] as Host
    await during('host cut off', () => cutOffForAWhile(host, stage))
    await during('host back', () => answers(host))
    await calm()
    await during('broker node killed', () => killNode(stage, chaos))
    await during('broker node back', async () => {
      record.members = await allQueuesComplete(cluster.project)
    })
    await calm()
    await during(rollingUpdate, () => updateAll(stage))
    chaos.lastKillAt = Date.now()
  }
  await during('calm', () => sleep(Math.max(0, until - Date.now())))
  record.phases = phases
  return chaos
}

async function cutOffForAWhile(host: Host, { cluster, options, record, print }: Stage): Promise<void> {
  print(`Host ${host.name} is cut off.`)
  const join = await cutOff(host, cluster.project)
  try {
    await sleep(options.awayMs)
  } finally {
    await join()
  }
  record.cuts.push(host.name)
  print(`Host ${host.name} is joined again.`)
}

const answerWithinMs = 60_000

/** Resolves once the host's gateway reports that it reaches all services. */
async function answers({ name, gatewayUrl }: Host): Promise<void> {
  const deadline = Date.now() + answerWithinMs
  for (;;) {
    const signal = AbortSignal.timeout(5_000)
    const answer = await fetch(`${gatewayUrl}/readyz`, { signal }).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`Host ${name} is not ready ${answerWithinMs / 1_000} s later`)
    await sleep(500)
  }
}

/** Kills the node that leads the most queues; while it is down, everything must still be declarable. */
async function killNode({ cluster, options, record, print }: Stage, chaos: ChaosRecord): Promise<void> {
  const { project, brokerUrls } = cluster
  const queues = await readQueues(project)
  const ledBy = (node: string) => queues.filter(({ leader }) => leader === nodeIn(node)).length
  const [victim = '', other = ''] = brokerNodes.toSorted((a, b) => ledBy(b) - ledBy(a))
  record.killed.push({ node: victim, led: ledBy(victim), queues: queues.length })
  print(`Node ${victim}, which leads ${ledBy(victim)} of ${queues.length} queues, is killed.`)
  // It stays down: the engine counts it as stopped by hand, so the restart policy does not apply.
  await project.docker(['kill', project.containerName(victim)])
  chaos.kills[victim] = (chaos.kills[victim] ?? 0) + 1
  await Promise.all([sleep(options.awayMs), declareAll(brokerUrls[brokerNodes.indexOf(other)] ?? '', '')])
  await project.docker(['start', project.containerName(victim)])
  await project.ready([victim])
  print(`Node ${victim} is back.`)
}

/** Replaces each container of the shop by a new one, one after the other, and waits until it is healthy. */
async function updateAll({ cluster, record, print }: Stage): Promise<void> {
  print('Each service and each gateway is replaced, one after the other.')
  for (const service of updateOrder) {
    await cluster.project.compose([
      ...['up', '--detach', '--wait', '--no-build', '--no-deps', '--force-recreate'],
      service,
    ])
    record.updates += 1
  }
}
