import type { parcelPlace } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { findByReference, placeOf } from './read-slip.ts'

/** Where the parcel goes whose documents have this reference; null when there is none. It does not say who sent it. */
export async function readParcelPlace(
  { reference }: { reference: string },
  deps: Pick<Deps, 'shipments'>,
): Promise<z.output<typeof parcelPlace>> {
  const found = await findByReference(reference, deps)
  return { place: found && placeOf(found.entry) }
}
