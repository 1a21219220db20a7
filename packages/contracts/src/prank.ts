import { z } from 'zod'
import { prankImages } from './constants.ts'
import { moneyString } from './money.ts'
import { objectId } from './primitives.ts'

export const prankImage = z.enum(prankImages)

/** A prank on sale; `price` is the list price in dollars. */
export const prank = z.object({
  id: objectId,
  name: z.string(),
  description: z.string(),
  price: moneyString,
  tier: z.string(),
  image: prankImage,
})
export type Prank = z.infer<typeof prank>
