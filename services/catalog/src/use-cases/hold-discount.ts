import { firstOrderRefusal, maxDiscountUses, type ReservationRequest } from '@prankpost/contracts'
import { conflict, inFreeSlot, isDuplicateKey } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { type Discount, type DiscountUse, isLimited, perCustomer } from '../discount.model.ts'
import { customerKey } from '../discount-customer.ts'
import { usedByCustomer, usedUp } from './check-discount.ts'

type HoldDeps = Pick<Deps, 'discounts' | 'discountUses'>
type Hold = Pick<ReservationRequest, 'orderId' | 'sessionId'> & { until: Date; at: Date }

/**
 * Holds a use of a limited code for an unpaid order or plan, in one write: the use takes its slot of the code and of the
 * customer, so that of parallel calls only as many succeed as the limits allow. All codes for first orders share one slot of
 * the customer. A repeat renews it. `added`: this call made it. `isOwn`: another unpaid purchase of the same customer holds the
 * use, or that of another code for first orders.
 * @throws 409 with a message for the customer when the code is used up
 */
export async function holdDiscount(
  { code, customerId, ...hold }: Hold & { code: string; customerId: string },
  deps: HoldDeps,
): Promise<{ added: boolean; isOwn?: true }> {
  if (await renew(hold, deps)) return { added: false }
  const discount = await deps.discounts.findOne({ code }).lean()
  if (discount === null || !isLimited(discount)) return { added: false }
  const customer = customerKey(code, customerId)
  // No code contains a space.
  const slotOwner = discount.firstOrderOnly ? customerKey('FIRST ORDER', customerId) : customer
  const own = { $or: [{ code, customer }, { customerSlot: `${slotOwner}.0` }] }
  const isMade = await insert(hold, discount, { customer, slotOwner, own }, deps)
  if (isMade) return { added: true }
  if (await deps.discountUses.exists({ ...own, state: 'held' })) return { added: false, isOwn: true }
  const isUsed = perCustomer(discount) !== null && (await deps.discountUses.exists({ ...own, state: 'used' }))
  if (!isUsed) throw conflict(usedUp)
  throw conflict(discount.firstOrderOnly ? firstOrderRefusal : usedByCustomer)
}

/** Whether the order has a use already, held or paid. It keeps it at least as long as before. */
async function renew({ orderId, sessionId, until, at }: Hold, { discountUses }: HoldDeps): Promise<boolean> {
  const { matchedCount } = await discountUses.updateOne(
    { orderId, state: 'held' },
    { $set: { at, ...(sessionId !== null && { sessionId }) }, $max: { until } },
  )
  return matchedCount === 1 || (await discountUses.exists({ orderId })) !== null
}

/** Returns false when a limit is reached. A parallel call for the same order may have made its use: then true, too. */
async function insert(
  { orderId, sessionId, until, at }: Hold,
  { code, maxUses, ...limits }: Discount,
  { customer, slotOwner, own }: { customer: string; slotOwner: string; own: object },
  { discountUses }: HoldDeps,
): Promise<boolean> {
  const most = perCustomer(limits)
  const use = {
    ...{ orderId, code, customer, state: 'held' as const, until, at },
    ...(sessionId !== null && { sessionId }),
  }
  /** Takes a slot for the use that `next` stores; a limit that does not exist needs none. */
  const inSlot = async (field: SlotField, most: number | null, filter: object, next: Store) => {
    if (most === null) return next({})
    const ownerId = field === 'slot' ? code : slotOwner
    const slots = () => listSlots(field, ownerId, filter, { discountUses })
    const limit = lowSlots(await slots(), most)
    if (limit === 0) return null
    const held = async () => (await slots()).filter((slot) => slot !== undefined)
    return inFreeSlot({ field, ownerId, limit, held }, (slot) => next({ [field]: slot }))
  }
  try {
    const made = await inSlot('slot', maxUses, { code }, (slot) =>
      inSlot('customerSlot', most, own, (customerSlot) =>
        discountUses.create({ ...use, ...slot, ...customerSlot, _id: new Types.ObjectId() }),
      ),
    )
    return made !== null
  } catch (error) {
    if (isDuplicateKey(error)) return true
    throw error
  }
}

type SlotField = 'slot' | 'customerSlot'
type Store = (slot: { [field in SlotField]?: string }) => Promise<unknown>

/** The slot of each use; undefined for a use without one of this owner: the code may not have been for first orders then. */
async function listSlots(
  field: SlotField,
  ownerId: string,
  filter: object,
  { discountUses }: Pick<Deps, 'discountUses'>,
) {
  const uses = await discountUses
    .find(filter, { [field]: 1 })
    // Far more than a limit.
    .limit(2 * maxDiscountUses)
    .lean<Pick<DiscountUse, SlotField>[]>()
  return uses.map((use) => (use[field]?.startsWith(`${ownerId}.`) ? use[field] : undefined))
}

/**
 * How many slots, from the first one, can be taken, so that they and the uses outside them keep the limit: uses from before the
 * limit was set or lowered, and late payments, have no slot or a higher one.
 */
function lowSlots(slots: (string | undefined)[], limit: number): number {
  const numbers = slots.map((slot) =>
    slot === undefined ? Number.POSITIVE_INFINITY : Number(slot.split('.').at(-1)),
  )
  let low = limit
  for (;;) {
    const outside = numbers.filter((number) => number >= low).length
    if (low + outside <= limit) return low
    low = limit - outside
    if (low <= 0) return 0
  }
}
