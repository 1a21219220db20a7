import type { Agent } from 'node:http'
import { FailoverAgent, Health, key, toAddress } from './failover-agent.ts'

const suspectAfterMs = 1_000

/** The replicas of one service, on this host or others: calls go to them in turn, over connections that are kept. */
export interface Replicas {
  agent: Agent
  /**
   * Base URL of the replica whose turn it is; one that could not be reached a moment ago is passed over, and so is
   * the one that was tried just before.
   */
  next(before?: string): string
  /**
   * Passes over a replica for a moment: it has said that it stops. Its idle connections are ended from here: the
   * replica would end them, too, and might do so just when a call is sent.
   */
  rest(url: string | undefined): void
  /**
   * Looks after a replica while a call waits for its answer. A host that is cut off swallows what is sent over kept
   * connections; once it is silent to a new one, too, all of them are ended, and the calls on them fail at once.
   * One that refuses is there: it may be stopping, and still answer what it has. Gives what ends the watch.
   */
  watch(url: string | undefined): () => void
}

/** Makes the replicas of one service from their base URLs. */
export function createReplicas(urls: string[]): Replicas {
  const health = new Health()
  const agent = new FailoverAgent(urls.map(toAddress), health)
  const keys = new Map(urls.map((url) => [url, key(toAddress(url))]))
  const rests = (url: string) => health.rests(keys.get(url) ?? '')
  let turn = 0
  return {
    agent,
    next(before) {
      const inTurn = urls.map((_, i) => urls[(turn + i) % urls.length] as string)
      turn = (turn + 1) % urls.length
      const wellUrls = inTurn.filter((url) => !rests(url))
      const choice = wellUrls.length > 0 ? wellUrls : inTurn
      return choice.find((url) => url !== before) ?? (choice[0] as string)
    },
    rest(url) {
      if (url === undefined) return
      if (urls.length > 1) health.failed(key(toAddress(url)))
      agent.leave(toAddress(url))
    },
    watch(url) {
      // Behind a single address may stand several replicas (a Service of Kubernetes): one that is silent says nothing of them.
      if (url === undefined || urls.length === 1) return () => undefined
      const timer = setInterval(() => agent.probe(toAddress(url)), suspectAfterMs)
      return () => clearInterval(timer)
    },
  }
}
