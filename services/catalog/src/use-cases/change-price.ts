import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { changeTo } from '../prank-change.ts'

/**
 * Sets the list price of a prank, given by id or by name in any case, and emits prank-changed. A repeat is a no-op.
 * Returns the prank's name and whether anything changed.
 * @throws 404 when the prank does not exist
 */
export async function changePrice(
  { prank, priceCents }: { prank: string; priceCents: number },
  { pranks, outbox }: Pick<Deps, 'pranks' | 'outbox'>,
): Promise<{ id: string; name: string; changed: boolean }> {
  const id = /^[0-9a-f]{24}$/.test(prank) ? prank : await idByName(prank, pranks)
  const result = await outbox.change({ _id: id }, (found) => changeTo(found, { priceCents }, 'set-price'))
  if (result === null) throw notFound(`There is no prank '${prank}'.`)
  return { id, name: result.document.name, changed: result.changed }
}

async function idByName(name: string, pranks: Deps['pranks']): Promise<string> {
  const found = await pranks.findOne({ name }, { _id: 1 }).collation({ locale: 'en', strength: 2 }).lean()
  if (found === null) throw notFound(`There is no prank '${name}'.`)
  return found._id
}
