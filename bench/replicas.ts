import { measurePurchases } from './purchases.ts'
import { alternately, ratioOf } from './repeat.ts'
import { startBenchStack } from './stack.ts'
import { purchaseRanges } from './store.ts'

const warmUpCount = 300
const loads = [
  { concurrency: 1, count: 100 },
  { concurrency: 8, count: 500 },
  { concurrency: 32, count: 500 },
]
const quickLoads = loads.map(({ concurrency, count }) => ({ concurrency, count: count / 5 }))

export type ReplicaResults = Awaited<ReturnType<typeof benchReplicas>>

/** Measures whole purchases with several replicas of each service, alternating with one of each, on a new stack each time. */
export async function benchReplicas(replicas: number, quick: boolean, say: (what: string) => void) {
  const todo = quick ? quickLoads : loads
  const measure = async (count: number) => {
    say(`${count} of each service`)
    const stack = await startBenchStack(count)
    try {
      await measurePurchases(stack, { concurrency: 8, count: quick ? 50 : warmUpCount })
      const runs = []
      for (const load of todo) runs.push(await measurePurchases(stack, load))
      return runs
    } finally {
      await stack.stop()
    }
  }
  const { one, several } = await alternately(quick ? 1 : 3, {
    one: () => measure(1),
    several: () => measure(replicas),
  })
  return {
    replicas,
    purchases: todo.map((load, index) => {
      const [ofOne, ofSeveral] = [one, several].map((runs) => runs.flatMap((run) => run[index] ?? [])) as [
        Run[],
        Run[],
      ]
      const perSecond = (runs: Run[]) => runs.map((run) => run.perSecond)
      return {
        one: purchaseRanges(ofOne, load),
        several: purchaseRanges(ofSeveral, load),
        ofOne: ratioOf(perSecond(ofSeveral), perSecond(ofOne)),
      }
    }),
  }
}

type Run = Awaited<ReturnType<typeof measurePurchases>>
