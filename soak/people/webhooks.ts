import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../bench/random.ts'
import type { StripeSandbox } from '../../ledgers/index.ts'
import type { Shop } from './shop.ts'

const changesEveryMs = 1_000

/**
 * Disturbs webhooks: each is sent 1 to 5 times, shuffled and late, and 2 in 100 are never sent. The number of copies
 * changes every second, because the sandbox sends the same number of all.
 */
export async function disturbWebhooks(sandbox: StripeSandbox, random: Random, shop: Shop): Promise<void> {
  while (!shop.isOver()) {
    const chaos = { duplicates: random.between(0, 4), shuffle: true, dropPercent: 2, delayMs: 2_000 }
    // While the sandbox or its database is unavailable, the settings stay as they were.
    await sandbox.chaos(chaos).catch(() => undefined)
    await sleep(changesEveryMs)
  }
}
