import type { ShopDefaults } from '@prankpost/contracts'
import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { Limit, LimitStore } from '@prankpost/service-kit'
import type { DiscountModel, DiscountUseModel } from './discount.model.ts'
import type { PictureStore } from './picture-store.ts'
import type { Prank, PrankModel } from './prank.model.ts'
import type { Shop, ShopModel } from './shop.model.ts'
import type { TextModel, TextVersion } from './text.model.ts'

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
  shops: ShopModel
  shopOutbox: Outbox<Shop>
  /** What applies where operators have set nothing. */
  shopDefaults: ShopDefaults
  texts: TextModel
  textOutbox: Outbox<TextVersion>
  /** The current time by the clock of the database. */
  now: () => Date
}
