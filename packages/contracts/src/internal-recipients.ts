import { z } from 'zod'
import { parcelReference } from './parcel-reference.ts'
import { guessInput, reactionInput, recipientPage } from './reveal.ts'

/**
 * order: POST /internal/recipients/read, /guess and /react, from consent: what the recipient of a parcel reads and does with the
 * reference on its slip. Bodies, so that no log contains the reference. Nothing in the answers says who sent the parcel, except
 * the name that the sender chose to show. `page` is null until the parcel is sent.
 */
export const recipientRequest = z.object({ reference: parcelReference })
export const recipientAnswer = z.object({ page: recipientPage.nullable() })

/** A repeated guess does not count again. 409 when no guess is possible. The answer is `guessAnswer`. */
export const recipientGuess = recipientRequest.extend(guessInput.shape)

/** A parcel has one reaction; a repeat changes nothing. 400 when the message is not delivered. */
export const recipientReaction = recipientRequest.extend(reactionInput.shape)
export const reactionSent = z.object({ sent: z.literal(true) })
