import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { PictureStore } from './picture-store.ts'
import type { Prank, PrankModel } from './prank.model.ts'

/** Creates events that catalog owns. */
export const emit = createEmitter('catalog')

/** The dependencies of the use cases of catalog. */
export interface Deps {
  pranks: PrankModel
  outbox: Outbox<Prank>
  pictures: PictureStore
  /** Operators are told once no more than this is left of a counted prank. */
  lowStockLevel: number
  /** The current time by the clock of the database. */
  now: () => Date
}
