import { z } from 'zod'
import { fallbackPrankImage, prankImages } from './constants.ts'
import { moneyString } from './money.ts'
import { objectId } from './primitives.ts'

/** The picture of a prank. An unknown picture is parsed as the potato, so that it does not make a whole list invalid. */
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
