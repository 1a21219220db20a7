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

/** What was found, and where. It contains none of the text. */
export const screeningMatch = z.object({
  kind: z.enum(screeningKinds),
  where: z.enum(['message', 'address']),
})
export type ScreeningMatch = z.infer<typeof screeningMatch>

/** Why such a parcel is held. A packer sees only this sentence. */
export const heldForReview = 'Held for review'
