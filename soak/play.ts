import { createRandom } from '../bench/random.ts'
import { openStripeSandbox, type RunningShop } from '../ledgers/index.ts'
import type { ChaosRecord } from './chaos/faults.ts'
import type { Journal } from './journal.ts'
import { type MemoryFigures, type MemoryWatch, watchMemory } from './memory.ts'
import type { SoakOptions } from './options.ts'
import { billPlans } from './people/billing.ts'
import { emptyTally, type Tally } from './people/caller.ts'
import { runCustomers } from './people/customers.ts'
import { operate } from './people/operator.ts'
import { createPaymentPage } from './people/payment-page.ts'
import type { Shop } from './people/shop.ts'
import { disturbWebhooks } from './people/webhooks.ts'

/** What a run did to the shop and in it. */
export interface Played {
  chaos: ChaosRecord
  tally: Tally
  memory: Record<string, MemoryFigures>
}

/** The shop of a run, and what breaks it. */
export interface Scene {
  stack: RunningShop
  journal: Journal
  /** Injects faults until then, or longer; the people stay as long. */
  inject(until: number, tally: Tally): Promise<ChaosRecord>
  /** Watches the memory; by default, of the stack's processes. */
  memory?: MemoryWatch
}

const billEveryMs = 1_500
const operatorEveryMs = 1_500

/** Each person has a random source of their own: a slower one does not change what the others do. */
export const randomOf = (seed: number, who: number) => createRandom(seed * 1_000 + who)

/** Runs people and faults until the time is up; resolves when all people have finished what they started. */
export async function playAndBreak(
  { stack, journal, inject, memory = watchMemory(stack) }: Scene,
  { playMs, seed, customers, thinkMs }: Pick<SoakOptions, 'playMs' | 'seed' | 'customers' | 'thinkMs'>,
): Promise<Played> {
  const until = Date.now() + playMs
  let isInjected = false
  const tally = emptyTally()
  const page = createPaymentPage(stack)
  const shop: Shop = { stack, journal, page, tally, isOver: () => isInjected && Date.now() >= until }
  const sandbox = openStripeSandbox(stack)
  const crowd = Array.from({ length: customers }, (_, n) => randomOf(seed, 100 + n))
  try {
    const [chaos] = await Promise.all([
      inject(until, tally).finally(() => {
        isInjected = true
      }),
      disturbWebhooks(sandbox, randomOf(seed, 4), shop),
      billPlans(sandbox, { everyMs: billEveryMs }, randomOf(seed, 5), shop),
      operate({ everyMs: operatorEveryMs }, randomOf(seed, 6), shop),
      runCustomers(crowd, thinkMs, shop),
    ])
    return { chaos, tally, memory: memory.figures() }
  } finally {
    memory.stop()
  }
}
