import { type GuessAnswer, guessAnswer } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { findSlip, type GivenCode } from '../find-slip.ts'

/**
 * A recipient guesses who sent a parcel. Order, which has the names, counts and compares; the answer is only right or wrong, and
 * a repeat of a guess does not count.
 * @throws 404 for an unknown code, 409 when no guess is possible, 429 after too many codes, 503 when fulfilment or order is
 * unavailable
 */
export async function guessSender(
  { name, ...given }: GivenCode & { name: string },
  deps: Pick<Deps, 'fulfilment' | 'order' | 'codesOfAddress'>,
): Promise<GuessAnswer> {
  const { reference } = await findSlip(given, deps)
  return deps.order.post('/internal/recipients/guess', guessAnswer, { reference, name })
}
