import { z } from 'zod'
import { discountKinds, maxDiscountUses, maxDiscountUsesPerCustomer, minPriceCents } from './constants.ts'
import { moneyInput, moneyString } from './money.ts'
import { adminListQuery, objectId, timestamp } from './primitives.ts'

/** What a code can be used for: one-time orders, plans, or both. */
export const discountScopes = ['once', 'plan', 'both'] as const

/** A code as it is stored: upper case. Customers may enter it in any case. */
const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,29}$/, 'Code must have 3 to 30 letters, digits, hyphens or underscores')
export const discountParams = z.object({ code })

const kind = z.enum(discountKinds, 'There is no such kind')
const value = moneyInput
const appliesTo = z.enum(discountScopes, 'A code applies to once, plan or both')
const time = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-12-24T00:00:00Z' }).nullable()
const uses = (most: number) =>
  z
    .number()
    .int('Uses must be a whole number')
    .min(1, 'Uses must be at least 1')
    .max(most, `Uses must be at most ${most}`)
    .nullable()
const maxUses = uses(maxDiscountUses)
const maxUsesPerCustomer = uses(maxDiscountUsesPerCustomer)

/** Why a value does not fit its kind; null when it does. `value` is in cents, or in hundredths of a percent. */
export function whyNotValue(kind: (typeof discountKinds)[number], value: number): string | null {
  if (kind === 'percent') return value >= 100 && value <= 9_900 ? null : 'Percent must be between 1 and 99'
  if (kind === 'amount') return value >= 1 && value <= 100_000 ? null : 'Amount must be at most $1000'
  return value >= minPriceCents && value <= 100_000 ? null : 'Price must be between $0.50 and $1000'
}

/** What a customer reads who has paid for something before. */
export const firstOrderRefusal = 'This code is for first orders. Please remove it to continue.'

/** What a customer reads whose other unpaid purchase holds the use: that may be a use of another code for first orders. */
export const heldElsewhere = ({ firstOrderOnly }: { firstOrderOnly?: boolean | undefined }): string =>
  `Another purchase of yours uses ${firstOrderOnly ? 'a code for first orders' : 'this code'} and is not paid yet. Please pay it, or remove the code.`

/** Body of POST /api/admin/discounts. A missing limit is none. */
export const discountInput = z
  .object({
    code,
    kind,
    /** `20` for 20 percent, or `4.99` for dollars. */
    value,
    appliesTo: appliesTo.default('both'),
    startsAt: time.default(null),
    endsAt: time.default(null),
    maxUses: maxUses.default(null),
    maxUsesPerCustomer: maxUsesPerCustomer.default(null),
    firstOrderOnly: z.boolean().default(false),
    active: z.boolean().default(true),
  })
  .superRefine(({ kind, value, startsAt, endsAt }, context) => {
    const reason = whyNotValue(kind, value)
    if (reason !== null) context.addIssue({ code: 'custom', path: ['value'], message: reason })
    if (startsAt !== null && endsAt !== null && Date.parse(startsAt) >= Date.parse(endsAt)) {
      context.addIssue({ code: 'custom', path: ['endsAt'], message: 'The end must be after the start' })
    }
  })
export type DiscountInput = z.output<typeof discountInput>

/**
 * Body of PATCH /api/admin/discounts/:code. Purchases that were placed keep their prices. With `revision`, the change is
 * refused if the code was changed since the operator read it.
 */
export const discountPatch = z
  .object({
    kind,
    value,
    appliesTo,
    startsAt: time,
    endsAt: time,
    maxUses,
    maxUsesPerCustomer,
    firstOrderOnly: z.boolean(),
    active: z.boolean(),
    revision: z.int(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).some((field) => field !== 'revision'), 'Nothing to change')
export type DiscountPatch = z.output<typeof discountPatch>

/** A discount code as operators see it. */
export const discount = z.object({
  id: objectId,
  code: z.string(),
  kind,
  /** Percent or dollars, such as `"20.00"`. */
  value: moneyString,
  appliesTo,
  startsAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  maxUses: z.int().nullable(),
  maxUsesPerCustomer: z.int().nullable(),
  firstOrderOnly: z.boolean(),
  active: z.boolean(),
  /** Paid purchases with it, counted up to `maxDiscountUses`. */
  uses: z.int(),
  /** Unpaid purchases that hold a use of a limited code. */
  held: z.int(),
  revision: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Discount = z.infer<typeof discount>

export const discountQuery = adminListQuery.omit({ status: true })

/** Body of POST /api/discounts/check. */
export const discountCheckInput = z.object({ code: z.string().trim().min(1).max(50) })
/** What a code does, for the prices in the store. */
export const discountCheckAnswer = z.object({ code: z.string(), kind, value: moneyString, appliesTo })
export type CheckedDiscount = z.infer<typeof discountCheckAnswer>
