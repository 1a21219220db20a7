import { type EventName, parcelList } from '@prankpost/contracts'
import { type SharedStack, until } from '@prankpost/test-harness'
import { expect } from 'vitest'
import { type Caller, callAs } from './access/callers.ts'
import { hire } from './operators.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper } from './shopper.ts'

/** Pays an order with this message, and returns its parcel once it is held. */
export async function payForReview(stack: SharedStack, customMessage: string) {
  const shopper = await new Shopper(stack).signUp()
  const { orderId, sessionId } = await shopper.checkOut({ ...(await shopper.cart()), customMessage })
  await sandboxOf(stack).pay(sessionId)
  const id = `${orderId}-1`
  await until(async () => (await heldParcel(stack, stack, id)) !== undefined)
  return { shopper, orderId, id }
}

/** A held parcel as an operator sees it. */
async function heldParcel(stack: SharedStack, operator: Caller, id: string) {
  const answer = await callAs(stack, operator, 'GET /api/admin/parcels?status=held&limit=200', {})
  return parcelList.parse(JSON.parse(answer.text)).items.find((one) => one.id === id)
}

/**
 * A message must be reviewed: a packer sees only that it is held, and can neither release nor refuse it. An operator who
 * answers customers refuses it, twice.
 */
export async function reviewParcels(stack: SharedStack, emitted: (event: EventName) => Promise<unknown>) {
  const { id } = await payForReview(stack, 'I will k1ll y o u.')
  const [packer, support] = [await hire(stack, 'packer'), await hire(stack, 'support')]
  const about = { params: { id } }
  expect(await heldParcel(stack, packer, id)).toMatchObject({ heldBecause: 'Held for review', review: null })
  expect(await heldParcel(stack, support, id)).toMatchObject({
    review: { matches: [{ kind: 'threat', where: 'message' }], message: expect.stringContaining('k1ll') },
  })
  const refusal = { ...about, body: { reason: 'The message reads like a threat.' } }
  const statusOf = async (as: Caller, key: string, input: object) =>
    (await callAs(stack, as, key, input)).status
  expect(await statusOf(packer, 'POST /api/admin/parcels/:id/release', about)).toBe(403)
  expect(await statusOf(packer, 'POST /api/admin/parcels/:id/refuse', refusal)).toBe(403)
  expect(await statusOf(packer, 'POST /api/admin/parcels/labels', { body: { ids: [id] } })).toBe(409)
  expect(await statusOf(support, 'POST /api/admin/parcels/:id/refuse', refusal)).toBe(200)
  expect(await statusOf(support, 'POST /api/admin/parcels/:id/refuse', refusal)).toBe(200)
  await emitted('parcel-refused')
}
