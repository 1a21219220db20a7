import { z } from 'zod'

/** What a message or an address may contain that a person reads before the parcel is packed. */
export const screeningKinds = [
  'obscenity',
  'slur',
  'threat',
  'doxxing',
  'minor',
  'self-harm',
  'school',
  'clinic',
  'workplace',
] as const
export type ScreeningKind = (typeof screeningKinds)[number]
/** Why a parcel waits for a review: what was found in it, or that the recipient reported harassment. */
const reviewKinds = [...screeningKinds, 'report'] as const

/** What was found, and where. It contains none of the text. */
export const screeningMatch = z.object({
  kind: z.enum(reviewKinds),
  where: z.enum(['message', 'address']),
})
export type ScreeningMatch = z.infer<typeof screeningMatch>

/** Why such a parcel is held. A packer sees only this sentence. */
export const heldForReview = 'Held for review'
