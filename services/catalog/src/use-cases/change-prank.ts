import type { AdminPrank, PrankPatch } from '@prankpost/contracts'
import { conflict, isDuplicateKey, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { adminFields, type PrankFacts, toAdminDto } from '../prank.model.ts'
import { changeTo } from '../prank-change.ts'
import { nameTaken } from './add-prank.ts'

/**
 * Changes the given fields of a prank and emits prank-changed, in one write. A repeat changes nothing.
 * @throws 404 when the prank does not exist, 409 when another prank has the name, or the prank has changed since
 * `revision`
 */
export async function changePrank(
  { id, patch, by }: { id: string; patch: PrankPatch; by: string },
  { pranks, outbox }: Pick<Deps, 'pranks' | 'outbox'>,
): Promise<AdminPrank> {
  const { revision, price, ...rest } = patch
  const values = definedOf({ ...rest, priceCents: price })
  const result = await outbox
    .change({ _id: id }, (prank) => {
      const change = changeTo(prank, values, by)
      // A repeat of the same call finds its own values, which is not a conflict.
      if (change !== null && revision !== undefined && revision !== prank.revision) {
        throw conflict(
          'Somebody else has changed this prank meanwhile. Please reload it, then change it again.',
        )
      }
      return change
    })
    .catch((error: unknown) => {
      throw isDuplicateKey(error) ? nameTaken() : error
    })
  const changed = result && (await pranks.findById(id, adminFields).lean())
  if (changed === null) throw notFound('This prank does not exist.')
  return toAdminDto(changed)
}

function definedOf(values: { [K in keyof PrankFacts]?: PrankFacts[K] | undefined }): Partial<PrankFacts> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
