import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { Limit, LimitStore } from '@prankpost/service-kit'
import type { DiscountModel, DiscountUseModel } from './discount.model.ts'
import type { PictureStore } from './picture-store.ts'
import type { Prank, PrankModel } from './prank.model.ts'

/** Creates events that catalog owns. */
export const emit = createEmitter('catalog')

/** The dependencies of the use cases of catalog. */
export interface Deps {
  pranks: PrankModel
  discounts: DiscountModel
  discountUses: DiscountUseModel
  outbox: Outbox<Prank>
  limits: LimitStore
  /** Codes per address that are not valid. */
  failedCodes: Limit
  pictures: PictureStore
  /** Operators are told once no more than this is left of a counted prank. */
  lowStockLevel: number
  /** The current time by the clock of the database. */
  now: () => Date
}
