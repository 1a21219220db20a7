import { type ReactionEmoji, reactionSent } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { findSlip, type GivenCode } from '../find-slip.ts'

/**
 * A recipient answers the sender of a parcel. Order screens and stores it, once for each parcel; a repeat has the same answer.
 * @throws 404 for an unknown code, 400 for a message that is not delivered, 409 until the parcel is sent, 429 after too many
 * codes, 503 when fulfilment or order is unavailable
 */
export async function sendReaction(
  { emoji, message, ...given }: GivenCode & { emoji: ReactionEmoji; message?: string | null | undefined },
  deps: Pick<Deps, 'fulfilment' | 'order' | 'codesOfAddress'>,
): Promise<{ message: string }> {
  const { reference } = await findSlip(given, deps)
  const reaction = { reference, emoji, message: message || null }
  await deps.order.post('/internal/recipients/react', reactionSent, reaction)
  return { message: 'Thank you. Your reaction is on its way to the sender.' }
}
