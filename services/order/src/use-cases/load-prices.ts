import { internalPranks } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { keepPrice } from './keep-price.ts'

/**
 * Fills the replica of prices from catalog: for a database that is younger than catalog's events.
 * Events keep it current from there on; catalog's absence is no reason not to start.
 */
export async function loadPrices(deps: Deps): Promise<void> {
  try {
    const pranks = await deps.catalog.get('/internal/pranks', internalPranks)
    await Promise.all(pranks.map((prank) => keepPrice(prank, deps)))
  } catch (error) {
    deps.log.info({ err: error }, 'catalog is away; prices come as events')
  }
}
