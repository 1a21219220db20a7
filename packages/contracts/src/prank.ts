import { z } from 'zod'
import { fallbackPrankImage, prankImages } from './constants.ts'
import { moneyString } from './money.ts'
import { objectId } from './primitives.ts'

/** Which picture shows a prank. A picture that is not known is read as the potato, so that it spoils no list. */
export const prankImage = z.enum(prankImages).catch(fallbackPrankImage)

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
