import type { QueuedParcel } from '@prankpost/contracts'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import { expect } from 'vitest'
import { adminPassword, orderPaid, startFixture } from './fixture.ts'

/** The fixture of fulfilment, and what an operator does in the parcel queue. */
export async function startQueue() {
  const fixture = await startFixture()
  const { admin, deliver, shipments } = fixture

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
    await admin('GET', `/api/admin/plan-draw/${plan.stripeSubscriptionId}`)
    const month = await shipments.findOne({ ownerId: plan.ownerId }).lean()
    return { plan, ids: (month?.draw ?? []).map(({ slot }) => `${month?._id}-${slot}`) }
  }

  /** Prints labels and slips: the status and the text of each page. */
  async function print(ids: string[]) {
    const response = await fetch(`${fixture.url}/api/admin/parcels/labels`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-admin-password': adminPassword },
      body: JSON.stringify({ ids }),
    })
    if (response.status !== 200) return { status: response.status, pages: [], text: await response.text() }
    const { pages } = await readPdf(await response.arrayBuffer())
    return { status: 200, pages: pages.map(({ lines }) => lines), text: '' }
  }

  const post = (path: string, body: object = {}) => admin('POST', `/api/admin/parcels/${path}`, body)
  const send = async (...ids: string[]) =>
    (await post('ship', { parcels: ids.map((id) => ({ id })) })).body.results.map(
      ({ outcome, message }: { outcome: string; message: string | null }) => [outcome, message],
    )
  async function list(
    query: string,
  ): Promise<{ items: QueuedParcel[]; total: number; nextCursor: string | null }> {
    const { status, body } = await admin('GET', `/api/admin/parcels?${query}`)
    expect([status, body.message]).toEqual([200, undefined])
    return body
  }
  async function read(id: string): Promise<QueuedParcel | undefined> {
    const shipment = await shipments.findOne({ 'queue.id': id }, { queue: 1 }).lean()
    const state = shipment?.queue?.find((row) => row.id === id)?.state
    const { items } = await list(`status=${state}&limit=200`)
    return items.find((one) => one.id === id)
  }
  const stateOf = async (id: string) => (await read(id))?.state

  return { ...fixture, paidOrder, drawnPlan, print, post, send, list, read, stateOf }
}
