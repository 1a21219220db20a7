import type { Stack } from '@prankpost/test-harness'
import type { Random } from '../../bench/random.ts'

type Process = Stack['processes'][number]

/**
 * Selects the next process: in each round one of each name, in random order. MongoDB and the broker, which all others
 * wait for, have places far apart, so that neither is selected twice within a short time. The sandbox is never selected:
 * all ledgers are compared with its ledger.
 */
export function createDeck({ processes }: Pick<Stack, 'processes'>, random: Random): () => Process {
  const engines = processes.filter(isEngine)
  const others = processes.filter((one) => !isEngine(one) && one.spec.name !== 'sandbox')
  const byName = [...Map.groupBy(others, ({ spec }) => spec.name).values()]
  let deck: Process[] = []
  return () => {
    if (deck.length === 0) {
      const oneOfEach = byName.flatMap((replicas) => random.shuffled(replicas).slice(0, 1))
      deck = deal(random.shuffled(oneOfEach), engines)
    }
    return deck.pop() as Process
  }
}

const isEngine = ({ spec }: Process) => spec.name === 'mongodb' || spec.name === 'broker'

/** One round, with the engines at a quarter, three quarters, ... of it. */
function deal(others: Process[], engines: Process[]): Process[] {
  return engines.reduce((round, engine, n) => {
    const place = Math.round((others.length * (2 * n + 1)) / (2 * engines.length)) + n
    return [...round.slice(0, place), engine, ...round.slice(place)]
  }, others)
}

/** The name of a process with its number: `order`, `order-2`. */
export const nameOf = ({ spec }: Process): string =>
  spec.replica === 0 ? spec.name : `${spec.name}-${spec.replica + 1}`
