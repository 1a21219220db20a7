import { unlessDuplicate } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

/**
 * Stores which key the digests are made with, at the first start; later starts compare. With another key no entry of the
 * list would match any address, and parcels would go to all of them.
 * @throws when ADDRESS_KEY is not the key of the stored digests
 */
export async function checkKey({ keyChecks, digests }: Pick<Deps, 'keyChecks' | 'digests'>): Promise<void> {
  const _id = 'address-key'
  const digest = digests.ofKey()
  // Another replica may store it in the same moment.
  await unlessDuplicate(keyChecks.updateOne({ _id }, { $setOnInsert: { digest } }, { upsert: true }))
  if (await keyChecks.exists({ _id, digest })) return
  throw new Error(
    'ADDRESS_KEY is not the key that the do-not-prank list was made with: with this one, no entry would match its address. ' +
      'Set the former key; after a restore, the one that was kept with the backup.',
  )
}
