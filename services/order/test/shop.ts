import { type ParcelChange, packAnswer, parcelChangesAnswer } from '@prankpost/contracts'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { markOrderPaid } from '../src/use-cases/mark-order-paid.ts'
import { cart, glitter, item, potato, startFixture } from './fixture.ts'

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Two items: a potato for $4.99 and two glitters for $12.50 each, $29.99 together. */
export const twoItems = [
  item(),
  item({ prankId: glitter.id, price: 12.5, quantity: 2, contactName: 'Penelope Penguin' }),
]
export const twoItemsTotal = (potato.priceCents + 2 * glitter.priceCents) / 100

let carts = 0

/** The fixture of order, and what a customer and the operator do with an order. */
export async function startShop() {
  const fixture = await startFixture()
  const { call, operator } = fixture

  async function place(as = newCustomer(), items: unknown[] = [item()], total = 4.99): Promise<string> {
    const body = cart(total, items, { customMessage: `Surprise no. ${++carts}` })
    const placed = await call('POST', '/api/create-order-record', { as, body })
    if (placed.status !== 200 && placed.status !== 201) throw new Error(JSON.stringify(placed.body))
    return placed.body.orderId
  }

  async function pay(orderId: string, paidAt = new Date(), paymentIntentId: string | null = `pi_${newId()}`) {
    const payment = { orderId, sessionId: 'cs_1', paymentIntentId, amountCents: 499 }
    await markOrderPaid({ ...payment, paidAt: paidAt.toISOString() }, fixture.deps)
  }

  /** A paid order of a new customer. */
  async function paidOrder({ items = [item()] as unknown[], total = 4.99, paidAt = new Date() } = {}) {
    const as = newCustomer()
    const id = await place(as, items, total)
    await pay(id, paidAt)
    return { id, as }
  }

  return {
    ...fixture,
    place,
    pay,
    paidOrder,
    load: async (id: string) => {
      const order = await fixture.orders.findById(id).lean()
      if (order === null) throw new Error(`no order ${id}`)
      return order
    },
    /** The types of the events in an order's outbox, without order-paid. */
    reported: async (id: string) => {
      const order = await fixture.orders.findById(id).lean()
      return (order?.outbox ?? []).map(({ type }) => type).filter((type) => type !== 'order-paid')
    },
    /** The payload of an order's last event of a type. */
    lastEvent: async (id: string, type: string) => {
      const order = await fixture.orders.findById(id).lean()
      return order?.outbox.findLast((event) => event.type === type)?.data as Record<string, never> | undefined
    },
    read: async (id: string, as: ReturnType<typeof newCustomer>) =>
      (await call('GET', `/api/orders/${id}`, { as })).body,
    cancel: (id: string, as: ReturnType<typeof newCustomer>) =>
      call('POST', `/api/orders/${id}/cancel`, { as, body: {} }),
    setStatus: (id: string, status: string) =>
      operator('PATCH', `/api/admin/orders/${id}/status`, { status }),
    refundOrder: (id: string, body: object, headers?: Record<string, string>) =>
      operator('POST', `/api/admin/orders/${id}/refunds`, { reason: 'A gesture', ...body }, headers),
    /** Changes from the parcel queue, in one call; returns the answer about the order. */
    changeParcels: async (orderId: string, changes: ParcelChange[]) => {
      const body = { orders: [{ orderId, invoiceId: null, changes }] }
      const client = fixture.clientFor('fulfilment')
      const { orders } = await client.post('/internal/parcels/change', parcelChangesAnswer, body)
      return orders[0]
    },
    pack: (orderIds: string[]) =>
      fixture.clientFor('fulfilment').post('/internal/orders/pack', packAnswer, { orderIds }),
  }
}
