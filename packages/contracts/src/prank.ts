import { z } from 'zod'
import { fallbackPrankImage, maxStock, minPriceCents, prankImages } from './constants.ts'
import { moneyInput, moneyString } from './money.ts'
import { adminListQuery, line, objectId, paragraph, timestamp } from './primitives.ts'

/** The most characters of a slug in a request. */
const maxSlug = 100

/** The picture of a prank. An unknown picture is parsed as the potato, so that it does not make a whole list invalid. */
export const prankImage = z.enum(prankImages).catch(fallbackPrankImage)

/** The address of an uploaded picture, and its sizes for an `img` element. The content of an address never changes. */
export const prankPicture = z.object({ src: z.string(), srcSet: z.string() })
export type PrankPicture = z.infer<typeof prankPicture>

/** The name of a picture: the hash of its content, and its width. */
export const mediaParams = z.object({
  name: z.string().regex(/^[0-9a-f]{32}-\d{3}\.webp$/, 'is not a picture'),
})

/** The last part of the address of a prank's page: lower-case letters, digits and dashes. */
export const slugParams = z.object({ slug: z.string().max(maxSlug) })

/** A prank on sale; `price` is the list price in dollars. Without an uploaded picture it shows its `image`. */
export const prank = z.object({
  id: objectId,
  name: z.string(),
  description: z.string(),
  price: moneyString,
  tier: z.string(),
  image: prankImage,
  picture: prankPicture.nullable(),
  /** Missing until catalog has given it one: in answers of the version before. */
  slug: z.string().optional(),
  /** Whether its stock is counted and nothing is left of it. */
  soldOut: z.boolean(),
})
export type Prank = z.infer<typeof prank>

/** A prank on sale with what is in it and its allergens, for its page. Both are empty until an operator enters them. */
export const prankDetails = prank.extend({ slug: z.string(), contents: z.string(), allergens: z.string() })
export type PrankDetails = z.infer<typeof prankDetails>

/** A prank as operators see it. `revision` increases with each change. */
export const adminPrank = prank.extend({
  onSale: z.boolean(),
  position: z.int(),
  /** What recipients read about the item: what is in it, and its allergens. Empty until an operator enters it. */
  contents: z.string(),
  allergens: z.string(),
  /** What is not paid for yet, `reserved` included; null if it is not counted. Below 0 if more was paid for. */
  stock: z.int().nullable(),
  /** What belongs to orders that are not paid yet. */
  reserved: z.int(),
  revision: z.int(),
  updatedAt: timestamp,
})
export type AdminPrank = z.infer<typeof adminPrank>

/** The most characters of what is in a prank, and of its allergens. */
const maxContents = 500
/** A guard against typing errors. */
const maxPriceCents = 100_000

const price = moneyInput.refine(
  (cents) => cents >= minPriceCents && cents <= maxPriceCents,
  'Price must be between $0.50 and $1000',
)
const position = z
  .number()
  .int('Position must be a whole number')
  .min(1, 'Position must be at least 1')
  .max(10_000, 'Position must be at most 10000')
const name = line(60, 'Name')
const description = paragraph(500, 'Description')
const tier = line(30, 'Tier')
const contents = paragraph(maxContents, 'Contents', 0)
const allergens = paragraph(maxContents, 'Allergens', 0)
const onSale = z.boolean()
const stock = z
  .number()
  .int('Stock must be a whole number')
  .min(0, 'Stock must be at least 0')
  .max(maxStock, `Stock must be at most ${maxStock}`)
  .nullable()

/** Body of POST /api/admin/pranks. Without a position it is the last one. */
export const prankInput = z.object({
  name,
  description,
  price,
  tier: tier.optional(),
  contents: contents.optional(),
  allergens: allergens.optional(),
  onSale: onSale.default(true),
  position: position.optional(),
  /** Null, or missing, for a stock that is not counted. */
  stock: stock.optional(),
})
export type PrankInput = z.output<typeof prankInput>

/**
 * Body of PATCH /api/admin/pranks/:id. With `revision`, the change is refused if the prank was changed since the
 * operator read it. With `stockSeen`, the stock that the operator read, a new stock is refused if orders changed it since.
 */
export const prankPatch = z
  .object({ name, description, price, tier, contents, allergens, onSale, position, stock })
  .extend({ revision: z.int(), stockSeen: z.int().nullable() })
  .partial()
  .refine(
    (patch) => Object.keys(patch).some((field) => field !== 'revision' && field !== 'stockSeen'),
    'Nothing to change',
  )
export type PrankPatch = z.output<typeof prankPatch>

export const adminPrankQuery = adminListQuery.omit({ status: true })

/** Changes of a prank's price that are kept. */
export const maxPriceChanges = 100

/** A change of a list price, and who made it. */
export const priceChange = z.object({ at: timestamp, from: moneyString, to: moneyString, by: z.string() })
export type PriceChange = z.infer<typeof priceChange>
