import type { EventData } from '@prankpost/contracts'
import { isDuplicateKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** Updates the local copy of a prank's price. An older revision or a repeat changes nothing. */
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
    // The stored revision is the same or newer, so the upsert tried to insert and found the id in use.
    if (!isDuplicateKey(error)) throw error
  }
}
