import { z } from 'zod'
import type { Shop } from './closure.ts'
import { maxStock } from './constants.ts'
import { email, line, paragraph, timestamp } from './primitives.ts'

/** The settings of the shop that operators change. Null: the default of the environment applies. */
export const shopSettings = z.object({
  /** The neutral sender on labels. */
  sender: z.string().nullable(),
  /** Where parcels that cannot be delivered come back to, one line below the other. */
  returnAddress: z.string().nullable(),
  /** Until then nothing can be bought. In the past, or null: the shop is open. */
  closedUntil: timestamp.nullable(),
  /** What customers read about it; null for no reason. */
  closedReason: z.string().nullable(),
  /** Where mails to the operators go. A shop of an earlier version does not have it. */
  operatorEmail: z.string().nullable().default(null),
  lowStockLevel: z.int().nullable(),
  /** Parcels to one address in 30 days, over all senders. */
  addressCap: z.int().nullable(),
  /** Parcels to one address in 30 days from one sender. */
  addressSenderCap: z.int().nullable(),
})
export type ShopSettings = z.infer<typeof shopSettings>

/** The settings before an operator has saved any. */
export const defaultShopSettings: ShopSettings = {
  sender: null,
  returnAddress: null,
  closedUntil: null,
  closedReason: null,
  operatorEmail: null,
  lowStockLevel: null,
  addressCap: null,
  addressSenderCap: null,
}

/** The settings with their version; a higher version replaces a lower one. */
export const shopState = shopSettings.extend({ version: z.int().min(1), changedAt: timestamp })
export type ShopState = z.infer<typeof shopState>

/** The values that apply where a setting is null. */
const shopDefaults = z.object({
  sender: z.string(),
  returnAddress: z.string(),
  lowStockLevel: z.int(),
  addressCap: z.int(),
  addressSenderCap: z.int(),
})
export type ShopDefaults = z.infer<typeof shopDefaults>

/** Response of GET and PATCH /api/admin/settings. */
export const adminSettings = shopSettings.extend({
  defaults: shopDefaults,
  revision: z.int(),
  /** When an operator saved them last, and who; null if none has. */
  updatedAt: timestamp.nullable(),
  updatedBy: z.string().nullable(),
})
export type AdminSettings = z.infer<typeof adminSettings>

/** What is on the outside of a parcel says nothing about what is inside. */
const isDiscreet = (text: string) => !/prank/i.test(text)
const discreetly = 'must not say what is inside the parcel'

/** Lines of a return address, and characters of each. */
export const maxReturnLines = 4
const maxReturnLine = 50

const sender = line(60, 'Sender').refine(isDiscreet, `Sender ${discreetly}`).nullable()
const returnAddress = paragraph(200, 'Return address')
  .overwrite((text) =>
    text
      .split('\n')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .join('\n'),
  )
  .refine(isDiscreet, `Return address ${discreetly}`)
  .refine((text) => {
    const lines = text.split('\n')
    return lines.length <= maxReturnLines && lines.every((one) => one.length <= maxReturnLine)
  }, `Return address must have at most ${maxReturnLines} lines of ${maxReturnLine} characters`)
  .nullable()
const count = (what: string, least: number, most: number) =>
  z
    .number()
    .int(`${what} must be a whole number`)
    .min(least, `${what} must be at least ${least}`)
    .max(most, `${what} must be at most ${most}`)
    .nullable()

/** The longest time that a shop can be closed for: a later date is a typing error. */
export const maxClosedDays = 366

/**
 * Body of PATCH /api/admin/settings. Null restores the default. With `revision`, the change is refused if the settings were
 * changed since the operator read them.
 */
export const shopSettingsPatch = z
  .object({
    sender,
    returnAddress,
    closedUntil: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-12-24T00:00:00Z' })
      .nullable(),
    closedReason: line(200, 'Reason').nullable(),
    operatorEmail: email.nullable(),
    lowStockLevel: count('Low stock level', 0, maxStock),
    addressCap: count('Parcels to one address', 1, 10_000),
    addressSenderCap: count('Parcels from one sender', 1, 10_000),
    revision: z.int(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).some((field) => field !== 'revision'), 'Nothing to change')
export type ShopSettingsPatch = z.output<typeof shopSettingsPatch>

/** Response of GET /api/shop; both are null while the shop is open. */
export const shop = z.object({
  closedUntil: timestamp.nullable(),
  closedReason: z.string().nullable(),
}) satisfies z.ZodType<Shop>
