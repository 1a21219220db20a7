import type { PrankImage } from '@prankpost/contracts/constants'
import type { Prank } from '@prankpost/contracts/prank'
import { call, type Guard, listOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** Accepts any name: an unknown picture is shown as the potato (specification, section 3). */
export const pictureName = text as Guard<string> as Guard<PrankImage>

const prank = shape<Prank>({
  id: text,
  name: text,
  description: text,
  price: text,
  tier: text,
  image: pictureName,
})

/** Every prank on sale. */
export const pranksQuery = queryOptions({
  queryKey: ['pranks'],
  queryFn: ({ signal }) => call('GET /api/pranks', { signal, expect: listOf(prank) }),
})
