import type { EventName } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { expect } from 'vitest'
import { callAs } from './access/callers.ts'
import { mailsTo } from './mails.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper } from './shopper.ts'

/** A place as the page sends it. */
interface Place {
  address: string
  address2?: string | null
  city: string
  state: string
  zipCode: string
}

/** Puts an address on the do-not-prank list, with the code of the mail. */
async function listAddress(stack: Pick<Stack, 'baseUrl' | 'mailUrl'>, place: Place): Promise<void> {
  const email = `resident-${Math.random()}@homes.test`
  const send = async (path: string, body: object) => {
    const answer = await fetch(stack.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<{ requestId: string }>
  }
  const { requestId } = await send('/api/do-not-prank', { ...place, email })
  const code = await until(async () => codeIn((await mailsTo(stack, email))[0]?.text))
  await send('/api/do-not-prank/confirm', { requestId, code })
}

/** The code in the text of a mail. */
export const codeIn = (text = ''): string | undefined => /Your code is (\d{8})\./.exec(text)?.[1]

/** A recipient lists an address with the code of the mail; an operator finds the entry and removes it. */
export async function stopPranks(stack: Stack, emitted: (event: EventName) => Promise<unknown>) {
  const place = { address: `${Date.now()} Quiet Lane`, city: 'Springfield', state: 'OR', zipCode: '97477' }
  await listAddress(stack, place)
  await emitted('do-not-prank-requested')
  await emitted('address-blocked')
  const owner = { adminPassword: stack.adminPassword }
  const { address, zipCode } = place
  const found = await callAs(stack, owner, 'POST /api/admin/do-not-prank/search', {
    body: { address, zipCode },
  })
  const { items } = JSON.parse(found.text)
  expect(items).toMatchObject([{ confirmedBy: 'mail' }])
  const all = await callAs(stack, owner, 'GET /api/admin/do-not-prank', {})
  expect(JSON.parse(all.text).items).toContainEqual(items[0])
  const removed = { params: { id: items[0].id } }
  expect((await callAs(stack, owner, 'DELETE /api/admin/do-not-prank/:id', removed)).status).toBe(204)
}

/**
 * A recipient reads what is in a parcel, guesses its sender, answers, reports harassment and stops all parcels, with the code on its slip. An operator
 * releases nothing, reads the sender with a reason, and closes the case.
 */
export async function reportHarassment(stack: Stack, emitted: (event: EventName) => Promise<unknown>) {
  const shopper = await new Shopper(stack).signUp()
  const { cartItems, ...cart } = await shopper.cart()
  const contactAddress = `${Date.now()} Slip Street`
  const reveal = { mode: 'guess', name: 'Aunt Zelda', names: ['Zelda'] }
  const there = cartItems.map((item) => ({ ...item, contactAddress, reveal }))
  const { orderId, sessionId } = await shopper.checkOut({ ...cart, cartItems: there })
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  const owner = { adminPassword: stack.adminPassword }
  const ids = { body: { ids: [`${orderId}-1`] } }
  await until(async () => (await callAs(stack, owner, 'POST /api/admin/parcels/labels', ids)).status === 200)
  const parcels = await callAs(stack, owner, 'GET /api/admin/parcels?limit=200', {})
  const parcel = JSON.parse(parcels.text).items.find(({ id }: { id: string }) => id === `${orderId}-1`)
  const recipient = new Shopper(stack)
  const send = async (path: string, body: object = {}) =>
    (await recipient.insist('POST', `/api/slips${path}`, { code: parcel.reference, ...body }, 200)).body
  expect(await send('')).toMatchObject({ prank: 'Raw Potato', hasAddress: true, page: null })
  const shipping = { params: { id: orderId }, body: { status: 'shipped' } }
  expect((await callAs(stack, owner, 'PATCH /api/admin/orders/:id/status', shipping)).status).toBe(200)
  await until(async () => (await send('')).page)
  expect(await send('/guess', { name: 'zelda' })).toMatchObject({
    isRight: true,
    reveal: { name: 'Aunt Zelda' },
  })
  await send('/reaction', { emoji: '😂', message: 'Well done.' })
  await emitted('parcel-reacted')
  const entry = await until(async () => {
    const [latest] = await shopper.history()
    return latest?.reaction ? latest : null
  })
  expect(entry).toMatchObject({ reveal: { state: 'revealed' }, reaction: { emoji: '😂' } })
  const message = `It does not stop at ${contactAddress}.`
  await send('/report', { message })
  await emitted('address-reported')
  const list = await callAs(stack, owner, 'GET /api/admin/cases?status=open', {})
  const found = JSON.parse(list.text).items.find(
    ({ reports }: { reports: { message: string }[] }) => reports[0]?.message === message,
  )
  const params = { id: found.id }
  const sender = await callAs(stack, owner, 'POST /api/admin/cases/:id/sender', {
    params,
    body: { reason: 'The police asked.' },
  })
  expect(JSON.parse(sender.text).senders).toMatchObject([{ orderId, customer: { email: shopper.email } }])
  expect(list.text).not.toContain(shopper.email)
  const closing = { params, body: { outcome: 'dismissed', note: 'It was a joke.' } }
  expect((await callAs(stack, owner, 'POST /api/admin/cases/:id/close', closing)).status).toBe(200)
  await send('/stop')
}
