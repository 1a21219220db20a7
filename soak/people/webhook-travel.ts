import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider } from '../../bench/proof/provider.ts'
import type { Random } from '../../bench/proof/random.ts'
import type { Shop } from './shop.ts'

const changesEveryMs = 1_000

/**
 * Lets webhooks travel badly: each is sent 1 to 5 times, mixed with others, late, and 2 in 100 never. How
 * often changes every second, since the sandbox makes the same number of copies of all.
 */
export async function letWebhooksTravelBadly(provider: Provider, random: Random, shop: Shop): Promise<void> {
  while (!shop.isOver()) {
    const travel = { duplicates: random.between(0, 4), shuffle: true, dropPercent: 2, delayMs: 2_000 }
    // Nobody answers while the sandbox or its database is away: then it stays as it was.
    await provider.chaos(travel).catch(() => undefined)
    await sleep(changesEveryMs)
  }
}
