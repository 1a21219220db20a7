import { inFreeSlot, isTaken, slotsOf, tooMany } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { latestSession, type Payment, type PaymentSession, withAttempt } from './payment.model.ts'

/** How long Stripe keeps a session open. @see https://docs.stripe.com/api/checkout/sessions/create#expires_at */
const sessionMs = 24 * 3_600_000
/** No call waits so long for Stripe: an attempt this old was left by a process that died. */
const attemptMs = 10 * 60_000

/** Whether a write failed because another payment of the owner took the slot first. */
export const isSlotTaken = (error: unknown): boolean => isTaken(error, 'openSlot')

/**
 * Gives a payment that is about to open a session one of its owner's slots, of which there are OPEN_SESSION_LIMIT for
 * order and plan sessions together. The slot is written together with the attempt and released by the write that ends
 * it (`withSessions`). When a process dies in between, the attempt keeps its slot until the same call comes again,
 * or until it is 10 minutes old and the slot is wanted.
 * @throws 429 with Retry-After when all slots are taken
 */
export async function inOpenSlot<T>(
  ownerId: string,
  write: (openSlot: string) => Promise<T>,
  deps: Pick<Deps, 'payments' | 'outbox' | 'openSessionLimit'>,
): Promise<T> {
  const limit = deps.openSessionLimit
  let open: PaymentSession[] = []
  const held = async () => {
    const payments = await readHeld(ownerId, deps)
    open = payments.map(latestSession).filter((session) => session !== undefined)
    return payments.flatMap(({ openSlot }) => openSlot ?? [])
  }
  const written = await inFreeSlot({ field: 'openSlot', ownerId, limit, held }, async (slot) => ({
    result: await write(slot),
  }))
  if (written === null) throw tooManyOpen(limit, open)
  return written.result
}

async function readHeld(
  ownerId: string,
  { payments, outbox }: Pick<Deps, 'payments' | 'outbox'>,
): Promise<Payment[]> {
  const found = await payments.find({ openSlot: slotsOf(ownerId) }).lean()
  const held: Payment[] = []
  for (const payment of found) {
    if (!isLeft(latestSession(payment))) held.push(payment)
    else await outbox.change({ _id: payment._id }, releaseLeft)
  }
  return held
}

const isLeft = (session: PaymentSession | undefined) =>
  session?.status === 'creating' && Date.now() - session.createdAt.getTime() > attemptMs

function releaseLeft(payment: Payment) {
  const latest = latestSession(payment)
  if (latest === undefined || !isLeft(latest)) return null
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
