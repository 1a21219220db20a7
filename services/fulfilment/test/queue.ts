import type { QueuedParcel } from '@prankpost/contracts'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import { expect } from 'vitest'
import { adminPassword, orderPaid, startFixture } from './fixture.ts'

/** The fixture of fulfilment, and what an operator does in the parcel queue. */
export async function startQueue() {
  const fixture = await startFixture()
  const { deliver, operator, shipments } = fixture

  async function paidOrder(parcels = 1, over: Parameters<typeof orderPaid>[1] = {}) {
    const paid = orderPaid(
      Array.from({ length: parcels }, () => ({})),
      over,
    )
    await deliver(paid)
    return {
      orderId: paid.subject,
      ids: Array.from({ length: parcels }, (_, n) => `${paid.subject}-${n + 1}`),
    }
  }

  /** A plan with a drawn month; returns the ids of its parcels in the queue. */
  async function drawnPlan(prankCount = 2) {
    const plan = await fixture.plan({ prankCount })
    fixture.target(plan.ownerId)
    await operator('GET', `/api/admin/plan-draw/${plan.stripeSubscriptionId}`)
    const month = await shipments.findOne({ ownerId: plan.ownerId }).lean()
    return { plan, ids: (month?.draw ?? []).map(({ slot }) => `${month?._id}-${slot}`) }
  }

  /** Prints labels and slips: the status, and what reads the text of each page. */
  async function print(ids: string[]) {
    const response = await fetch(`${fixture.url}/api/admin/parcels/labels`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-admin-password': adminPassword },
      body: JSON.stringify({ ids }),
    })
    const bytes = await response.arrayBuffer()
    return {
      status: response.status,
      pages: async () => (await readPdf(bytes)).pages.map(({ lines }) => lines),
      text: response.ok ? '' : new TextDecoder().decode(bytes),
    }
  }

  const post = (path: string, body: object = {}) => operator('POST', `/api/admin/parcels/${path}`, body)
  const send = async (...ids: string[]) =>
    (await post('ship', { parcels: ids.map((id) => ({ id })) })).body.results.map(
      ({ outcome, message }: { outcome: string; message: string | null }) => [outcome, message],
    )
  async function list(
    query: string,
  ): Promise<{ items: QueuedParcel[]; total: number; nextCursor: string | null }> {
    const { status, body } = await operator('GET', `/api/admin/parcels?${query}`)
    expect([status, body.message]).toEqual([200, undefined])
    return body
  }
  async function read(id: string): Promise<QueuedParcel | undefined> {
    const shipment = await shipments.findOne({ 'queue.id': id }, { queue: 1, references: 1 }).lean()
    const state = shipment?.queue?.find((row) => row.id === id)?.state
    const reference = shipment?.references?.find(({ parcelId }) => parcelId === id)?.reference
    const { items } = await list(`status=${state}&limit=200${reference ? `&q=${reference}` : ''}`)
    return items.find((one) => one.id === id)
  }
  const stateOf = async (id: string) => (await read(id))?.state

  return { ...fixture, paidOrder, drawnPlan, print, post, send, list, read, stateOf }
}
