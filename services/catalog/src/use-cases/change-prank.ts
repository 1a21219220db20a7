import type { AdminPrank, PrankPatch } from '@prankpost/contracts'
import { conflict, isDuplicateKey, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { adminFields, type Prank, type PrankFacts, stockOf, toAdminDto } from '../prank.model.ts'
import { changeTo } from '../prank-change.ts'
import { withFreeSlug, withSlug } from '../slug.ts'
import { nameTaken } from './add-prank.ts'
import { refuseUnseen, setStock } from './set-stock.ts'

/**
 * Changes the given fields of a prank and emits prank-changed, in one write. A repeat changes nothing.
 * A new stock is a second write: if the process dies before it, the operator, who got no answer, sends it again.
 * @throws 404 when the prank does not exist, 409 when another prank has the name, or the prank has changed since
 * `revision`, or its stock since `stockSeen`
 */
export async function changePrank(
  { id, patch, by }: { id: string; patch: PrankPatch; by: string },
  deps: Pick<Deps, 'pranks' | 'outbox' | 'now'>,
): Promise<AdminPrank> {
  const { pranks, outbox } = deps
  const { revision, price, stock, stockSeen, ...rest } = patch
  const isCounted = stock === undefined ? undefined : stock !== null
  const values = definedOf({ ...rest, isCounted, priceCents: price })
  const decide = (prank: Prank, slug?: string) => {
    if (typeof stock === 'number') refuseUnseen({ known: stockOf(prank), seen: stockSeen, stock })
    const change = changeTo(prank, values, by)
    // A repeat of the same call finds its own values, which is not a conflict.
    if (change !== null && revision !== undefined && revision !== prank.revision) {
      throw conflict(
        'Another operator has changed this prank meanwhile. Please reload it, then change it again.',
      )
    }
    return change && slug !== undefined ? withSlug(change, prank, slug) : change
  }
  const write = (slug?: string) => outbox.change({ _id: id }, (prank) => decide(prank, slug))
  const { name } = values
  const result = await (name === undefined ? write() : withFreeSlug({ name, id }, pranks, write)).catch(
    (error: unknown) => {
      throw isDuplicateKey(error) ? nameTaken() : error
    },
  )
  if (result !== null && typeof stock === 'number') await setStock(id, { stock, seen: stockSeen }, deps)
  const changed = result && (await pranks.findById(id, adminFields).lean())
  if (changed === null) throw notFound('This prank does not exist.')
  return toAdminDto(changed)
}

type Values = PrankFacts & Required<Pick<Prank, 'isCounted'>>

function definedOf(values: { [K in keyof Values]?: Values[K] | undefined }): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
