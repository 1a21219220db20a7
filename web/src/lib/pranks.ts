import { prankImages } from '@prankpost/contracts/constants'
import type { Prank } from '@prankpost/contracts/prank'
import { call, listOf, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

const prank = shape<Prank>({
  id: text,
  name: text,
  description: text,
  price: text,
  tier: text,
  image: oneOf(prankImages),
})

/** Every prank on sale. */
export const pranksQuery = queryOptions({
  queryKey: ['pranks'],
  queryFn: ({ signal }) => call('GET /api/pranks', { signal, expect: listOf(prank) }),
})
