import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { Prank, PrankModel } from './prank.model.ts'

/** Makes events that catalog owns. */
export const emit = createEmitter('catalog')

/** What the use cases of catalog work with. */
export interface Deps {
  pranks: PrankModel
  outbox: Outbox<Prank>
}
