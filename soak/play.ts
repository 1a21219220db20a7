import { createProvider } from '../bench/proof/provider.ts'
import { createRandom } from '../bench/proof/random.ts'
import type { ChaosRecord } from './chaos/hand.ts'
import type { Journal } from './journal.ts'
import { type MemoryFigures, watchMemory } from './memory.ts'
import type { SoakOptions } from './options.ts'
import { billPlans } from './people/billing.ts'
import { emptyTally, type Tally } from './people/caller.ts'
import { letCustomersIn } from './people/customers.ts'
import { operate } from './people/operator.ts'
import { createPaymentPage } from './people/payment-page.ts'
import type { Shop } from './people/shop.ts'
import { letWebhooksTravelBadly } from './people/webhook-travel.ts'
import type { Playground } from './playground.ts'

/** What was done to the shop and in it. */
export interface Played {
  chaos: ChaosRecord
  tally: Tally
  memory: Record<string, MemoryFigures>
}

/** Where it is played, and who breaks things there. */
export interface Scene {
  stack: Playground
  journal: Journal
  /** Breaks things until then, or for as long as it takes; the play goes on for as long. */
  wreak(until: number, tally: Tally): Promise<ChaosRecord>
}

const billEveryMs = 1_500
const operatorEveryMs = 1_500

/** Each has chance of their own, so that one who is slower today does not change the others. */
export const randomOf = (seed: number, who: number) => createRandom(seed * 1_000 + who)

/** Lets people in and breaks things until time is up; resolves when everybody has finished what they had begun. */
export async function playAndBreak(
  { stack, journal, wreak }: Scene,
  { playMs, seed, customers, thinkMs }: Pick<SoakOptions, 'playMs' | 'seed' | 'customers' | 'thinkMs'>,
): Promise<Played> {
  const until = Date.now() + playMs
  let isBroken = false
  const tally = emptyTally()
  const page = createPaymentPage(stack)
  const shop: Shop = { stack, journal, page, tally, isOver: () => isBroken && Date.now() >= until }
  const provider = createProvider(stack)
  const crowd = Array.from({ length: customers }, (_, n) => randomOf(seed, 100 + n))
  const memory = watchMemory(stack)
  try {
    const [chaos] = await Promise.all([
      wreak(until, tally).finally(() => {
        isBroken = true
      }),
      letWebhooksTravelBadly(provider, randomOf(seed, 4), shop),
      billPlans(provider, { everyMs: billEveryMs }, randomOf(seed, 5), shop),
      operate({ everyMs: operatorEveryMs }, randomOf(seed, 6), shop),
      letCustomersIn(crowd, thinkMs, shop),
    ])
    return { chaos, tally, memory: memory.figures() }
  } finally {
    memory.stop()
  }
}
