import { type AdminSettings, maxClosedDays, type ShopSettingsPatch } from '@prankpost/contracts'
import { conflict, invalid, unlessDuplicate } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { initialShop, type Shop, shopId, toAdminSettings, toShopState } from '../shop.model.ts'

type SettingsDeps = Pick<Deps, 'shops' | 'shopOutbox' | 'shopDefaults' | 'now'>

/** Adds the settings to a shop that has none. A repeat, also by concurrent replicas, changes nothing. */
export async function seedShop({ shops, shopOutbox }: Pick<Deps, 'shops' | 'shopOutbox'>): Promise<void> {
  if ((await shops.exists({ _id: shopId })) !== null) return
  await unlessDuplicate(shopOutbox.insert(initialShop))
}

/** The settings of the shop, and the defaults. */
export async function readSettings({
  shops,
  shopDefaults,
}: Pick<Deps, 'shops' | 'shopDefaults'>): Promise<AdminSettings> {
  return toAdminSettings(await readShop({ shops }), shopDefaults)
}

/** The stored settings. */
export async function readShop({ shops }: Pick<Deps, 'shops'>): Promise<Shop> {
  const shop = await shops.findById(shopId, { outbox: 0 }).lean()
  if (shop === null) throw new Error('the shop has no settings: seedShop did not run')
  return shop
}

/**
 * Changes the given settings and emits shop-changed, in one write. A repeat changes nothing. A shop that is closed until a
 * date opens at that date without another write.
 * @throws 409 when the settings have changed since `revision`, 400 when the shop would be closed until a time in the past,
 * or for more than a year
 */
export async function changeSettings(
  { patch, by }: { patch: ShopSettingsPatch; by: string },
  deps: SettingsDeps,
): Promise<AdminSettings> {
  const { revision, closedUntil, ...rest } = patch
  const at = deps.now()
  const values: Partial<Shop> = {
    ...definedOf(rest),
    ...(closedUntil !== undefined && { closedUntil: closedUntil === null ? null : new Date(closedUntil) }),
  }
  await deps.shopOutbox.change({ _id: shopId }, (shop) => {
    if (isSame(shop, values)) return null
    if (revision !== undefined && revision !== shop.revision)
      throw conflict(
        'The settings were changed by another operator meanwhile. Please reload them, then change them again.',
      )
    if (!isSame(shop, { closedUntil: values.closedUntil ?? shop.closedUntil })) checkClosure(values, at)
    const update = { ...values, updatedAt: at, updatedBy: by }
    const changed = toShopState({ ...shop, ...update, revision: shop.revision + 1 })
    return { update: { $set: update }, events: [emit('shop-changed', shopId, changed)] }
  })
  return readSettings(deps)
}

const isSame = (shop: Shop, values: Partial<Shop>) =>
  (Object.keys(values) as (keyof Shop)[]).every(
    (key) => JSON.stringify(values[key]) === JSON.stringify(shop[key]),
  )

function checkClosure({ closedUntil }: Partial<Shop>, now: Date) {
  if (!closedUntil) return
  const ms = closedUntil.getTime() - now.getTime()
  if (ms <= 0) throw invalid('The time until which the shop is closed must be in the future.')
  if (ms > maxClosedDays * 86_400_000)
    throw invalid('The shop can be closed for at most a year. Please check the date.')
}

function definedOf(values: { [K in keyof Shop]?: Shop[K] | undefined }): Partial<Shop> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
