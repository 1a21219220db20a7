import { type AdminOrder, parcelIdOf, type UpdateStatusesAnswer } from '@prankpost/contracts/order'
import type { FakeAnswer, FakeApi, FakeCall } from './fake-api.ts'

type Results = UpdateStatusesAnswer['results']

export const calls = {
  list: 'GET /api/admin/orders',
  setOne: 'PATCH /api/admin/orders/:id/status',
  setMany: 'POST /api/admin/orders/status',
  print: 'POST /api/admin/parcel-documents',
} as const

/** A PDF that a browser can open. */
const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj'

const isUnpaid = ({ status }: AdminOrder) => status === 'pending' || status === 'payment_failed'

/** Orders behind the fake API, as the order service and fulfilment store them. Expects the newest first. */
export class FakeOrders {
  all: AdminOrder[] = []
  /** The reason why an order is rejected when several are updated at once, by its id. */
  refused: Record<string, string> = {}

  /** Answers from these orders from now on. */
  on(api: FakeApi, all: AdminOrder[]) {
    this.all = structuredClone(all)
    this.refused = {}
    Object.assign(api.plans, {
      [calls.list]: ({ query }: FakeCall) => this.#list(query),
      [calls.setOne]: ({ id, body }: FakeCall) => this.setOne(String(id), body),
      [calls.setMany]: ({ body }: FakeCall) => this.#setMany(body),
      [calls.print]: ({ body }: FakeCall) => this.#print(body),
    })
  }

  setOne(id: string, { status }: FakeCall['body']): FakeAnswer {
    const order = this.all.find((one) => one.id === id)
    if (!order) return { status: 404, body: { message: 'There is no such order.' } }
    this.#set(order, status as AdminOrder['status'])
    return { body: order }
  }

  #set(order: AdminOrder, status: AdminOrder['status']) {
    order.status = status
    order.statusHistory.push({ status, at: new Date().toISOString(), actor: 'admin' })
  }

  #list(query: URLSearchParams): FakeAnswer {
    const [status, q = '', cursor] = ['status', 'q', 'cursor'].map((name) => query.get(name) ?? undefined)
    const found = this.all.filter(
      (order) =>
        (!status || order.status === status) &&
        !(query.get('unpaid') === 'exclude' && isUnpaid(order)) &&
        [order.id, order.orderNumber, order.customerName, order.customerEmail].some((text) =>
          text?.toLowerCase().includes(q.toLowerCase()),
        ),
    )
    const start = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
    const items = found.slice(start, start + Number(query.get('limit')))
    const isMore = start + items.length < found.length
    return { body: { items, total: found.length, nextCursor: (isMore && items.at(-1)?.id) || null } }
  }

  #setMany({ orderIds, status }: FakeCall['body']): FakeAnswer {
    const results = (orderIds as string[]).map((orderId): Results[number] => {
      const order = this.all.find(({ id }) => id === orderId)
      const message = order ? this.refused[orderId] : 'There is no such order.'
      if (!order || message) return { orderId, outcome: 'failed', message: message ?? null }
      if (order.status === status) return { orderId, outcome: 'unchanged', message: null }
      this.#set(order, status as AdminOrder['status'])
      return { orderId, outcome: 'changed', message: null }
    })
    return { body: { results } }
  }

  #print({ kind, parcelIds }: FakeCall['body']): FakeAnswer {
    const parcels = this.all.flatMap((order) =>
      order.items.map((item) => [parcelIdOf(order, item), item] as const),
    )
    const known = new Map(parcels)
    const unknown = (parcelIds as string[]).filter((id) => !known.has(id)).length
    if (unknown > 0) return { status: 404, body: { message: `${unknown} of these parcels are not known.` } }
    for (const id of parcelIds as string[])
      Object.assign(known.get(id) ?? {}, { reference: `Paper of ${id}` })
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${kind}.pdf"`,
    }
    return { text: pdf, headers }
  }
}
