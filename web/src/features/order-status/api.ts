import type { LinkedOrder } from '@prankpost/contracts/customer-order'
import type { OrderStatus, OrderType } from '@prankpost/contracts/order'
import { call, type Guard, listOf, nullable, number, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { pictureName } from '../../lib/pranks.ts'
import { trackingFields } from '../../lib/tracking.ts'

const linkedOrder = shape<LinkedOrder>({
  number: text,
  type: text as Guard<string> as Guard<OrderType>,
  status: text as Guard<string> as Guard<OrderStatus>,
  paidAt: nullable(text),
  items: listOf(
    shape<LinkedOrder['items'][number]>({
      ...trackingFields,
      prankName: text,
      prankImage: pictureName,
      quantity: number,
      contactCity: text,
    }),
  ),
  expiresAt: text,
})

/** The order behind a link in a mail; it needs no session. It is read again when the customer returns to its tab. */
export const linkedOrderQuery = (token: string) =>
  queryOptions({
    queryKey: ['linked-order', token],
    queryFn: ({ signal }) =>
      call('GET /api/order-links/:token', { params: { token }, signal, expect: linkedOrder }),
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  })
