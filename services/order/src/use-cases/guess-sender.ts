import type { GuessAnswer } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { conflict } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'
import type { Reveal } from '../reveal.model.ts'
import { isRightGuess, sentItemOf, toRecipientReveal, withGuess } from '../reveals.ts'

interface Guess {
  reference: string
  name: string
}

/**
 * Counts a guess of a recipient, and says only whether it is right. Counter and comparison are one conditional write, so that
 * parallel guesses get no more tries. The same guess again, in any spelling, does not count and has the same answer: also after
 * a process died between the write and the answer.
 * @throws 409 when the sender allows no guess, none is left, or the parcel is not sent
 */
export async function guessSender(
  { reference, name }: Guess,
  { outbox, now, guessDigest }: Pick<Deps, 'outbox' | 'now' | 'guessDigest'>,
): Promise<GuessAnswer> {
  const at = now()
  const guess = { reference, name, digest: guessDigest(reference, name) }
  const result = await outbox.change({ 'references.reference': reference }, (order) => {
    const { item, reveal, next } = guessIn(order, guess, at)
    if (next === reveal) return null
    const items = order.items.map((one) => (one === item ? { ...one, reveal: next } : one))
    return { update: { $set: { items } } }
  })
  if (result === null) throw noGuess()
  checkpoint('order:guessed')
  const { next } = guessIn(result.document, guess, at)
  return { isRight: isRightGuess(next, name), reveal: toRecipientReveal(next, at) }
}

function guessIn(order: Order, { reference, name, digest }: Guess & { digest: string }, at: Date) {
  const item = sentItemOf(order, reference)
  const reveal: Reveal | undefined = item?.reveal
  const next = reveal && withGuess(reveal, digest, name, at)
  if (!item || !reveal || !next) throw noGuess()
  return { item, reveal, next }
}

const noGuess = () => conflict('There is nothing to guess for this parcel.')
