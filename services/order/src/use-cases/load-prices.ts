import { setTimeout as sleep } from 'node:timers/promises'
import { events } from '@prankpost/contracts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { keepPrice } from './keep-price.ts'

// What catalog's events contain; its answer has more.
const pranksSchema = z.array(events['prank-changed'].data)

/**
 * Loads all prices from catalog, because a new database has missed catalog's earlier events. Later events keep the
 * prices current. While catalog is unavailable it retries: otherwise an order service that starts first would reject
 * every cart until a price changes. A repeat changes nothing.
 */
export async function loadPrices(deps: Deps, { retryEveryMs = 5_000 } = {}): Promise<void> {
  for (;;) {
    try {
      const pranks = await deps.catalog.get('/internal/pranks', pranksSchema)
      await Promise.all(pranks.map((prank) => keepPrice(prank, deps)))
      return
    } catch (error) {
      deps.log.warn({ err: error, retryEveryMs }, 'prices not loaded from catalog yet')
      await sleep(retryEveryMs, undefined, { ref: false })
    }
  }
}
