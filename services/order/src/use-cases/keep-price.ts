import type { EventData } from '@prankpost/contracts'
import { keepNewest } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** Updates the local copy of a prank's price. An older revision or a repeat changes nothing. */
export const keepPrice = (
  { prankId, ...prank }: EventData<'prank-changed'>,
  { prices }: Pick<Deps, 'prices'>,
): Promise<void> => keepNewest(prices, { _id: prankId, ...prank }, 'revision')
