import type { EventData } from '@prankpost/contracts'
import { isDuplicateKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** Keeps the replica of a prank's price; an older revision, or the same again, changes nothing. */
export async function keepPrice(
  { prankId, revision, ...prank }: EventData<'prank-changed'>,
  { prices }: Pick<Deps, 'prices'>,
): Promise<void> {
  try {
    await prices.updateOne(
      { _id: prankId, revision: { $lt: revision } },
      { $set: { ...prank, revision } },
      { upsert: true },
    )
  } catch (error) {
    // The prank is known with this revision or a newer one: the upsert's insert found its id taken.
    if (!isDuplicateKey(error)) throw error
  }
}
