import type { Stack } from '@prankpost/local-stack'
import { createProvider } from '../bench/proof/provider.ts'
import { createRandom } from '../bench/proof/random.ts'
import { type ChaosRecord, wreakHavoc } from './chaos/hand.ts'
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
import type { Wiring } from './wires/wiring.ts'

/** What was done to the shop and in it. */
export interface Played {
  chaos: ChaosRecord
  tally: Tally
  memory: Record<string, MemoryFigures>
}

const billEveryMs = 1_500
const operatorEveryMs = 1_500

/** Lets people in and breaks things until time is up; resolves when everybody has finished what they had begun. */
export async function playAndBreak(
  { stack, wiring, journal }: { stack: Stack; wiring: Wiring; journal: Journal },
  { playMs, seed, killEveryMs, customers, thinkMs }: SoakOptions,
): Promise<Played> {
  const until = Date.now() + playMs
  const tally = emptyTally()
  const page = createPaymentPage(stack)
  const shop: Shop = { stack, journal, page, tally, isOver: () => Date.now() >= until }
  const provider = createProvider(stack)
  // Each has chance of their own, so that one who is slower today does not change the others.
  const randomOf = (who: number) => createRandom(seed * 1_000 + who)
  const crowd = Array.from({ length: customers }, (_, n) => randomOf(100 + n))
  const memory = watchMemory(stack)
  try {
    const [chaos] = await Promise.all([
      wreakHavoc({
        ...{ stack, wiring, journal, killEveryMs, until },
        randoms: [randomOf(1), randomOf(2), randomOf(3)],
      }),
      letWebhooksTravelBadly(provider, randomOf(4), shop),
      billPlans(provider, { everyMs: billEveryMs }, randomOf(5), shop),
      operate({ everyMs: operatorEveryMs }, randomOf(6), shop),
      letCustomersIn(crowd, thinkMs, shop),
    ])
    return { chaos, tally, memory: memory.figures() }
  } finally {
    memory.stop()
  }
}
