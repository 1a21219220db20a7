import { type Discount as AdminDiscount, type DiscountPatch, whyNotValue } from '@prankpost/contracts'
import { conflict, invalid, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { type Discount, toDiscountDto } from '../discount.model.ts'
import { toDate } from './add-discount.ts'
import { figuresOf } from './list-discounts.ts'

/** More than enough: each failure means that another operator was faster. */
const maxTries = 10

/**
 * Changes the given fields of a discount code in one write. A repeat changes nothing.
 * @throws 404 for an unknown code, 400 when value and kind, or start and end do not fit, 409 when the code has changed since
 * `revision`
 */
export async function changeDiscount(
  { code, patch: { revision, ...patch } }: { code: string; patch: DiscountPatch },
  deps: Pick<Deps, 'discounts' | 'discountUses'>,
): Promise<AdminDiscount> {
  for (let tries = 0; tries < maxTries; tries++) {
    const known = await deps.discounts.findOne({ code }).lean()
    if (known === null) throw notFound('There is no such code.')
    const next: Discount = { ...known, ...valuesOf(patch) }
    if (isSame(known, next)) return toDiscountDto(known, await figuresOf(code, deps))
    if (revision !== undefined && revision !== known.revision) throw changedMeanwhile()
    check(next)
    const changed = await deps.discounts
      .findOneAndUpdate(
        { code, revision: known.revision },
        { $set: { ...valuesOf(patch), updatedAt: new Date() }, $inc: { revision: 1 } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean()
    if (changed !== null) return toDiscountDto(changed, await figuresOf(code, deps))
  }
  throw changedMeanwhile()
}

const changedMeanwhile = () =>
  conflict('Another operator has changed this code meanwhile. Please reload it, then change it again.')

function valuesOf({ startsAt, endsAt, ...rest }: Omit<DiscountPatch, 'revision'>): Partial<Discount> {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...given,
    ...(startsAt !== undefined && { startsAt: toDate(startsAt) }),
    ...(endsAt !== undefined && { endsAt: toDate(endsAt) }),
  }
}

function check({ kind, value, startsAt, endsAt }: Discount) {
  const reason = whyNotValue(kind, value)
  if (reason !== null) throw invalid(reason)
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt)
    throw invalid('The end must be after the start')
}

const isSame = (known: Discount, next: Discount) => JSON.stringify(known) === JSON.stringify(next)
