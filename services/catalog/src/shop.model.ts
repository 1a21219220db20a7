import {
  type AdminSettings,
  isClosed,
  type ShopDefaults,
  type ShopSettings,
  type ShopState,
  type Shop as StoreShop,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/** The settings of the shop: one document. Its `revision` increases with each change and is the version in the event. */
export interface Shop extends Omit<ShopSettings, 'closedUntil'>, OutboxDocument {
  _id: string
  closedUntil: Date | null
  /** When an operator saved the settings last, and who; null if none has. */
  updatedAt: Date | null
  updatedBy: string | null
}

export const shopId = 'shop'

const text = { type: String, default: null }
const number = { type: Number, default: null }
const time = { type: Date, default: null }

const schema = new Schema<Shop>(
  {
    _id: { type: String, required: true },
    sender: text,
    returnAddress: text,
    closedUntil: time,
    closedReason: text,
    operatorEmail: text,
    lowStockLevel: number,
    addressCap: number,
    addressSenderCap: number,
    updatedAt: time,
    updatedBy: text,
    ...outboxFields,
  },
  { versionKey: false, collection: 'shop' },
)

export type ShopModel = Model<Shop>

/** The collection with the settings on a connection. */
export const createShopModel = (connection: Connection): ShopModel =>
  connection.model<Shop>('ShopSettings', schema)

/** The settings before an operator has saved any. */
export const initialShop: Omit<Shop, keyof OutboxDocument> = {
  _id: shopId,
  sender: null,
  returnAddress: null,
  closedUntil: null,
  closedReason: null,
  operatorEmail: null,
  lowStockLevel: null,
  addressCap: null,
  addressSenderCap: null,
  updatedAt: null,
  updatedBy: null,
}

type ShopRead = Omit<Shop, 'outbox' | 'outboxDueAt'>

function toSettings(shop: Omit<ShopRead, 'revision'>): ShopSettings {
  const { sender, returnAddress, closedReason, lowStockLevel, addressCap, addressSenderCap } = shop
  const { operatorEmail = null } = shop
  return {
    sender,
    returnAddress,
    closedUntil: shop.closedUntil?.toISOString() ?? null,
    closedReason,
    operatorEmail,
    lowStockLevel,
    addressCap,
    addressSenderCap,
  }
}

/** The settings as operators see them, with the values that apply where there is none. */
export const toAdminSettings = (shop: ShopRead, defaults: ShopDefaults): AdminSettings => ({
  ...toSettings(shop),
  defaults,
  revision: shop.revision,
  updatedAt: shop.updatedAt?.toISOString() ?? null,
  updatedBy: shop.updatedBy,
})

/** The settings as shop-changed contains them. */
export const toShopState = (shop: ShopRead): ShopState => ({
  ...toSettings(shop),
  version: shop.revision,
  changedAt: (shop.updatedAt ?? new Date(0)).toISOString(),
})

/** What the store shows about a closure; nothing once it is over. */
export function toStoreShop(shop: ShopRead, now: Date): StoreShop {
  const { closedUntil, closedReason } = toSettings(shop)
  return isClosed({ closedUntil, closedReason }, now)
    ? { closedUntil, closedReason }
    : { closedUntil: null, closedReason: null }
}

/** At how many units left a stock is low. */
export async function lowStockLevel({
  shops,
  shopDefaults,
}: {
  shops: ShopModel
  shopDefaults: ShopDefaults
}): Promise<number> {
  const shop = await shops.findById(shopId, { lowStockLevel: 1 }).lean<Pick<Shop, 'lowStockLevel'>>()
  return shop?.lowStockLevel ?? shopDefaults.lowStockLevel
}
