import type { Deps } from '../deps.ts'
import { toShopState } from '../shop.model.ts'
import { readShop } from './change-settings.ts'
import { listPublished } from './read-texts.ts'

/** The settings and the current versions of the texts, as other services keep a copy of them. */
export async function readShopCopy(deps: Pick<Deps, 'shops' | 'texts'>) {
  return { shop: toShopState(await readShop(deps)), texts: await listPublished(deps) }
}
