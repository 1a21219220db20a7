import {
  basePriceCents,
  carrierOf,
  discountedPriceCents,
  type SubscriptionStatus,
} from '@prankpost/contracts'
import type { Parcel } from '../../services/fulfilment/src/parcel.model.ts'
import { type Customer, customerOf, type Target, targetsOf } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { after, dayMs, drawPrank, drawTracking, hourMs, minuteMs, momentOf, type World } from './world.ts'

/** A paid month of a plan, and the parcels that were shipped for it so far. */
export interface StoryMonth {
  invoiceId: string
  paymentIntentId: string
  periodStart: Date
  periodEnd: Date
  paidAt: Date
  /** The shipped parcels, in the order of shipping. */
  parcels: (Parcel & { shippedAt: Date; eventId: string })[]
}

/** Everything that happened to one plan; each service stores its own part of it. */
export interface PlanStory {
  id: string
  customer: Customer
  status: SubscriptionStatus
  prankCount: number
  amountCents: number
  stripeSubscriptionId: string
  createdAt: Date
  months: StoryMonth[]
  /** Months whose first payment failed, by their start. */
  failures: { periodStart: Date; failedAt: Date; recoveredAt: Date | null }[]
  end: { at: Date; by: 'customer' | 'stripe' } | null
}

const churnAMonth = 0.22
const failingShare = 0.08
const recoveringShare = 0.7
const retriedDays = 14

/** The nth newest plan of a world: started, renewed, shipped, and possibly past due or ended. */
export function planStory(index: number, world: World): PlanStory {
  const random = createRandom(world.seed, 'plan', index)
  const startedAt = momentOf(index, world.amounts.plans, random, world)
  const createdAt = after(startedAt, -random.between(1, 20) * minuteMs)
  const prankCount = random.weighted([
    [1, 7],
    [2, 6],
    [3, 4],
    [4, 2],
    [5, 1],
  ] as const)
  const story: PlanStory = {
    id: random.objectId(createdAt),
    customer: customerOf(world.seed, index),
    status: 'pending',
    prankCount,
    amountCents: random.chance(0.15) ? discountedPriceCents : basePriceCents * prankCount,
    stripeSubscriptionId: `sub_${random.hex(24)}`,
    createdAt,
    months: [],
    failures: [],
    end: null,
  }
  if (random.chance(0.02)) return story
  live(story, startedAt, random, world)
  const targets = targetsOf(story.customer)
  for (const month of story.months) month.parcels = shipMonth(month, story, { targets, random, world })
  return story
}

/** Adds months until the plan ends or the present is reached. */
function live(story: PlanStory, startedAt: Date, random: Random, { now }: World): void {
  story.status = 'active'
  for (let number = 0; ; number++) {
    const periodStart = addMonths(startedAt, number)
    const periodEnd = addMonths(startedAt, number + 1)
    // Stripe collects a renewal about an hour after the start of the month.
    const due = number === 0 ? startedAt : after(periodStart, hourMs)
    if (due > now) return
    const paidAt =
      number > 0 && random.chance(failingShare) ? fail(story, { periodStart, due, random, now }) : due
    if (paidAt === null) return
    story.status = 'active'
    const month = { invoiceId: `in_${random.hex(24)}`, paymentIntentId: `pi_${random.hex(24)}` }
    story.months.push({ ...month, periodStart, periodEnd, paidAt, parcels: [] })
    const endedAt = after(paidAt, random.next() * 29 * dayMs)
    if (random.chance(churnAMonth) && endedAt < now) {
      end(story, endedAt, 'customer')
      return
    }
  }
}

interface Failure {
  periodStart: Date
  due: Date
  random: Random
  now: Date
}

/** Adds a month whose first payment failed; returns when it was paid, or null if the plan ends there. */
function fail(story: PlanStory, { periodStart, due, random, now }: Failure): Date | null {
  const retriedAt = after(due, random.between(1, 3) * dayMs)
  const recoveredAt = random.chance(recoveringShare) && retriedAt < now ? retriedAt : null
  story.failures.push({ periodStart, failedAt: due, recoveredAt })
  if (recoveredAt !== null) return recoveredAt
  const givenUpAt = after(due, retriedDays * dayMs)
  story.status = 'past_due'
  if (givenUpAt < now) end(story, givenUpAt, 'stripe')
  return null
}

function end(story: PlanStory, at: Date, by: 'customer' | 'stripe'): void {
  story.status = 'cancelled'
  story.end = { at, by }
}

interface Shipping {
  targets: Target[]
  random: Random
  world: World
}

/** Ships a month's parcels within five days of its payment; the others are due or withdrawn. */
function shipMonth(month: StoryMonth, { prankCount, end }: PlanStory, { targets, random, world }: Shipping) {
  const until = end === null || end.at > world.now ? world.now : end.at
  const times = Array.from({ length: prankCount }, () => after(month.paidAt, random.between(4, 120) * hourMs))
  return times
    .toSorted((a, b) => a.getTime() - b.getTime())
    .filter((shippedAt) => shippedAt < until)
    .map((shippedAt) => {
      const { id: contactId, contact } = random.pick(targets)
      const parcel = {
        id: random.uuid(),
        prank: drawPrank(random),
        contactId,
        contact,
        quantity: 1,
        shippedAt,
        eventId: random.uuid(),
        trackingNumber: drawTracking(random),
        adminNotes: random.chance(0.1) ? 'Wrapped twice.' : null,
        withdrawnAt: null,
      }
      return { ...parcel, carrier: parcel.trackingNumber === null ? null : carrierOf(parcel.trackingNumber) }
    })
}

/** The same day of a later month, or the last day of that month. */
function addMonths(from: Date, months: number): Date {
  const date = new Date(from)
  date.setUTCMonth(from.getUTCMonth() + months)
  if (date.getUTCDate() !== from.getUTCDate()) date.setUTCDate(0)
  return date
}
