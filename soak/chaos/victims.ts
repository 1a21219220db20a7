import type { Stack } from '@prankpost/test-harness'
import type { Random } from '../../bench/proof/random.ts'

type Process = Stack['processes'][number]

/**
 * Deals who is next: one process of each name, in random order, then again. MongoDB and the broker, which all
 * others wait for, have their places far apart, so that neither comes twice in short order. The sandbox is left
 * alone: it keeps the books that count.
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

/** One round: the engines at a quarter, three quarters, ... of it. */
function deal(others: Process[], engines: Process[]): Process[] {
  return engines.reduce((round, engine, n) => {
    const place = Math.round((others.length * (2 * n + 1)) / (2 * engines.length)) + n
    return [...round.slice(0, place), engine, ...round.slice(place)]
  }, others)
}

/** A process as people call it: `order`, `order-2`. */
export const nameOf = ({ spec }: Process): string =>
  spec.replica === 0 ? spec.name : `${spec.name}-${spec.replica + 1}`
