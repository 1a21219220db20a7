import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '../compose-test/project.ts'
import { brokerNodes } from './compose-override.ts'

/** A queue of the cluster: its member nodes, those that are online, and its leader. */
interface ClusterQueue {
  name: string
  leader: string
  members: string[]
  online: string[]
}

/** RabbitMQ's name for the node in this container. */
export const nodeIn = (container: string) => `rabbit@${container}`

const answerWithinMs = 60_000
const completeWithinMs = 120_000
const pollMs = 2_000

/** All queues, as the first node reports them. @throws when it does not report them in time */
export async function readQueues(project: Project): Promise<ClusterQueue[]> {
  const [first = ''] = brokerNodes
  const command = ['rabbitmqctl', '--quiet', 'list_queues', '--formatter', 'json']
  const columns = ['name', 'leader', 'members', 'online']
  const deadline = Date.now() + answerWithinMs
  for (;;) {
    // A node that has just restarted may fail or return incomplete output.
    const all = await project
      .docker(['exec', project.containerName(first), ...command, ...columns])
      .then((text): ClusterQueue[] => JSON.parse(text))
      .catch((error: Error) => error)
    if (Array.isArray(all)) return all
    if (Date.now() > deadline) throw new Error('RabbitMQ does not list its queues', { cause: all })
    await sleep(pollMs)
  }
}

/** Resolves once each queue has all its members again, with the distinct numbers of members. */
export async function allQueuesComplete(project: Project): Promise<number[]> {
  const deadline = Date.now() + completeWithinMs
  for (;;) {
    const queues = await readQueues(project)
    const incomplete = queues.filter(({ online, members }) => online.length < members.length)
    if (incomplete.length === 0) return [...new Set(queues.map(({ members }) => members.length))]
    if (Date.now() > deadline) throw new Error(`${incomplete.length} queues do not get their members back`)
    await sleep(pollMs)
  }
}
