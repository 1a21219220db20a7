import type { BodyIn } from '@prankpost/contracts/api'
import type { CustomerOrder, TimelineKind } from '@prankpost/contracts/customer-order'
import type { OrderStatus, OrderType } from '@prankpost/contracts/order'
import type { CancelAnswer } from '@prankpost/contracts/refund'
import {
  boolean,
  call,
  callFile,
  type Guard,
  listOf,
  nullable,
  number,
  oneOf,
  shape,
  text,
  wasRefused,
} from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { optionalAgreement } from '../../lib/agreements.ts'
import { optional } from '../../lib/optional.ts'
import { pictureName } from '../../lib/pranks.ts'
import { trackingFields } from '../../lib/tracking.ts'

/** One parcel of an order. */
export type OrderItem = CustomerOrder['items'][number]

const optionalText = optional(text)
const review = shape<NonNullable<OrderItem['review']>>({
  state: text as Guard<string> as Guard<'pending' | 'refused'>,
  reason: nullable(text),
  refunded: nullable(text),
})

const customerOrder = shape<CustomerOrder>({
  id: text,
  number: text,
  // Values of a newer server are accepted, and shown as they are.
  type: text as Guard<string> as Guard<OrderType>,
  status: text as Guard<string> as Guard<OrderStatus>,
  createdAt: text,
  paidAt: nullable(text),
  total: text,
  refunded: text,
  discountCode: nullable(text),
  customMessage: nullable(text),
  agreement: optionalAgreement,
  items: listOf(
    shape<OrderItem>({
      ...trackingFields,
      id: text,
      prankId: text,
      prankName: text,
      prankImage: pictureName,
      quantity: number,
      price: text,
      contactId: nullable(text),
      contactName: text,
      contactAddress: text,
      contactAddress2: optionalText,
      contactCity: text,
      contactState: text,
      contactZipCode: text,
      addressForgottenAt: optionalText,
      arriveBy: optionalText,
      review: optional(review),
    }),
  ),
  timeline: listOf(
    shape<CustomerOrder['timeline'][number]>({
      at: text,
      what: text as Guard<string> as Guard<TimelineKind>,
      detail: nullable(text),
    }),
  ),
  can: shape<CustomerOrder['can']>({ cancel: boolean, cancelUntil: nullable(text), edit: boolean }),
})

/** How often an open order is polled. */
const orderPollMs = 10_000

/** One of the customer's orders; polled while the page is visible, and read again when it becomes visible. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call('GET /api/orders/:id', { params: { id }, signal, expect: customerOrder }),
    refetchInterval: ({ state }) => (wasRefused(state) && !state.data ? false : orderPollMs),
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  })

const cancelAnswer = shape<CancelAnswer>({
  message: text,
  refund: shape<CancelAnswer['refund']>({ amount: text, status: oneOf(['pending', 'succeeded', 'failed']) }),
})

/** Cancels an order and refunds it; idempotent. Returns the message for the customer. */
export async function cancelOrder(id: string): Promise<string> {
  const { message } = await call('POST /api/orders/:id/cancel', { params: { id }, expect: cancelAnswer })
  return message
}

/** Corrects the address of a parcel that is not packed yet. Returns the order with the correction. */
export function changeAddress(
  order: CustomerOrder,
  item: OrderItem,
  body: BodyIn<'PATCH /api/orders/:id/items/:itemId'>,
): Promise<CustomerOrder> {
  return call('PATCH /api/orders/:id/items/:itemId', {
    params: { id: order.id, itemId: item.id },
    body,
    expect: customerOrder,
  })
}

/** The receipt, as a PDF. */
export async function readReceipt({ id, number: orderNumber }: CustomerOrder) {
  const { blob, fileName } = await callFile('GET /api/orders/:id/receipt', { params: { id } })
  return { blob, fileName: fileName ?? `receipt-${orderNumber}.pdf` }
}
