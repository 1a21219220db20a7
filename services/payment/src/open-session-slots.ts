import { inFreeSlot, isTaken, slotsOf, tooMany } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { latestSession, type Payment, type PaymentSession, withAttempt } from './payment.model.ts'

/** How long Stripe keeps a session open. @see https://docs.stripe.com/api/checkout/sessions/create#expires_at */
const sessionMs = 24 * 3_600_000
/** Longer than any call to Stripe: an older attempt was left behind by a crashed process. */
const attemptMs = 10 * 60_000

/** Whether a write failed because another payment of the owner occupied the slot first. */
export const isSlotTaken = (error: unknown): boolean => isTaken(error, 'openSlot')

/**
 * Assigns one of the owner's OPEN_SESSION_LIMIT slots to a payment that is about to open a session, for order and plan
 * sessions together. The slot is written together with the attempt and released by the write that ends it
 * (`withSessions`). After a crash in between, the attempt keeps its slot until the call is repeated, or until the
 * attempt is 10 minutes old and the slot is needed.
 * @throws 429 with Retry-After when all slots are occupied
 */
export async function inOpenSlot<T>(
  ownerId: string,
  write: (openSlot: string) => Promise<T>,
  deps: Pick<Deps, 'payments' | 'outbox' | 'openSessionLimit'>,
): Promise<T> {
  const limit = deps.openSessionLimit
  let open: PaymentSession[] = []
  const listOccupied = async () => {
    const payments = await readSlotHolders(ownerId, deps)
    open = payments.map(latestSession).filter((session) => session !== undefined)
    return payments.flatMap(({ openSlot }) => openSlot ?? [])
  }
  const written = await inFreeSlot(
    { field: 'openSlot', ownerId, limit, held: listOccupied },
    async (slot) => ({
      result: await write(slot),
    }),
  )
  if (written === null) throw tooManyOpen(limit, open)
  return written.result
}

async function readSlotHolders(
  ownerId: string,
  { payments, outbox }: Pick<Deps, 'payments' | 'outbox'>,
): Promise<Payment[]> {
  const found = await payments.find({ openSlot: slotsOf(ownerId) }).lean()
  const held: Payment[] = []
  for (const payment of found) {
    if (!isAbandoned(latestSession(payment))) held.push(payment)
    else await outbox.change({ _id: payment._id }, releaseAbandoned)
  }
  return held
}

const isAbandoned = (session: PaymentSession | undefined) =>
  session?.status === 'creating' && Date.now() - session.createdAt.getTime() > attemptMs

function releaseAbandoned(payment: Payment) {
  const latest = latestSession(payment)
  if (latest === undefined || !isAbandoned(latest)) return null
  return { update: withAttempt(payment, latest.attempt, { status: 'expired' }) }
}

function tooManyOpen(limit: number, open: PaymentSession[]) {
  const oldest = Math.min(...open.map(({ createdAt }) => createdAt.getTime()), Date.now())
  const waitSeconds = Math.max(60, Math.ceil((oldest + sessionMs - Date.now()) / 1_000))
  const hours = Math.ceil(waitSeconds / 3_600)
  const time = hours === 1 ? 'an hour' : `${hours} hours`
  return tooMany(
    `You have ${limit} payment pages open. Please pay one of them, or wait until the oldest closes in ${time}.`,
    waitSeconds,
  )
}
