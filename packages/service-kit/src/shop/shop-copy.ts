import {
  closedMessage,
  defaultShopSettings,
  internalShop,
  isClosed,
  type ShopSettings,
  type ShopState,
} from '@prankpost/contracts'
import type { Handler } from '@prankpost/messaging'
import { type Connection, Schema } from 'mongoose'
import { keepNewest } from '../data/keep-newest.ts'
import { conflict } from '../errors.ts'
import type { InternalClient } from '../http/internal-client.ts'

/** A service's copy of the shop's settings, which catalog owns. */
export interface ShopCopy {
  /** The settings; without a copy, the defaults. */
  read(): Promise<ShopSettings>
  /** @throws 409 with a message for the customer while the shop is closed */
  requireOpen(now: Date): Promise<void>
  /** Reads the settings from catalog: repairs a copy that an event did not reach, or that a new database does not have. */
  refresh(catalog: InternalClient): Promise<false>
  handlers: { 'shop-changed': Handler<'shop-changed'> }
}

type StoredShop = Omit<ShopState, 'closedUntil' | 'changedAt'> & {
  _id: string
  closedUntil: Date | null
  changedAt: Date
}

const text = { type: String, default: null }
const number = { type: Number, default: null }
const schema = new Schema<StoredShop>(
  {
    _id: { type: String, required: true },
    sender: text,
    returnAddress: text,
    closedUntil: { type: Date, default: null },
    closedReason: text,
    operatorEmail: text,
    lowStockLevel: number,
    addressCap: number,
    addressSenderCap: number,
    version: { type: Number, required: true },
    changedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'shop' },
)

const shopId = 'shop'

/** Events keep a copy current: every ten minutes one that an event did not reach is repaired. */
export const shopRefreshEveryMs = 600_000

/** Keeps the settings in the collection `shop` of a service's database: one document, replaced by newer versions only. */
export function createShopCopy(connection: Connection): ShopCopy {
  const shops = connection.model<StoredShop>('Shop', schema)
  const keep = ({ closedUntil, changedAt, ...state }: ShopState) =>
    keepNewest(
      shops,
      {
        _id: shopId,
        ...state,
        closedUntil: closedUntil === null ? null : new Date(closedUntil),
        changedAt: new Date(changedAt),
      },
      'version',
    )
  const read = async (): Promise<ShopSettings> => {
    const stored = await shops.findById(shopId).lean()
    if (stored === null) return defaultShopSettings
    const { _id, version: _version, changedAt: _changedAt, closedUntil, ...settings } = stored
    return { ...settings, closedUntil: closedUntil?.toISOString() ?? null }
  }
  return {
    read,
    async requireOpen(now) {
      const settings = await read()
      if (isClosed(settings, now)) throw conflict(closedMessage(settings))
    },
    async refresh(catalog) {
      await keep((await catalog.get('/internal/shop', internalShop)).shop)
      return false
    },
    handlers: { 'shop-changed': ({ data }) => keep(data) },
  }
}
