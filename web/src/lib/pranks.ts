import type { PrankImage } from '@prankpost/contracts/constants'
import type { Prank, PrankDetails } from '@prankpost/contracts/prank'
import { call, type Guard, listOf, nullable, shape, text } from '@prankpost/web-kit'
import { queryOptions, useQuery } from '@tanstack/react-query'

/** Accepts any name: an unknown picture is shown as the potato (specification, section 3). */
export const pictureName = text as Guard<string> as Guard<PrankImage>

const uploaded = nullable(shape({ src: text, srcSet: text }))
/** During an update, a catalog of the version before does not send it yet. */
const picture: Guard<Prank['picture']> = (value): value is Prank['picture'] =>
  value === undefined || uploaded(value)

const soldOut: Guard<boolean> = (value): value is boolean => value === undefined || typeof value === 'boolean'

const slug: Guard<string | undefined> = (value): value is string | undefined =>
  value === undefined || text(value)

const fields = {
  id: text,
  name: text,
  description: text,
  price: text,
  tier: text,
  image: pictureName,
  picture,
  soldOut,
}
const prank = shape<Prank>({ ...fields, slug })
const details = shape<PrankDetails>({ ...fields, slug: text, contents: text, allergens: text })

/** Every prank on sale. */
export const pranksQuery = queryOptions({
  queryKey: ['pranks'],
  queryFn: ({ signal }) => call('GET /api/pranks', { signal, expect: listOf(prank) }),
})

/** A prank on sale, by its current slug or a former one. */
export const prankQuery = (slug: string) =>
  queryOptions({
    queryKey: ['pranks', slug],
    queryFn: ({ signal }) => call('GET /api/pranks/:slug', { params: { slug }, signal, expect: details }),
  })

/** The uploaded picture of a prank on sale; undefined until it is known. */
export function usePrankPicture(prankId: string): Prank['picture'] | undefined {
  return useQuery(pranksQuery).data?.find(({ id }) => id === prankId)?.picture
}
