import type { EventName } from '@prankpost/contracts'
import { type Stack, until } from '@prankpost/test-harness'
import { expect } from 'vitest'
import { callAs } from './access/callers.ts'
import { hire } from './operators.ts'
import { Shopper } from './shopper.ts'

/** A manager closes the shop and opens it again, and publishes terms; a viewer may not. */
export async function changeSettings(stack: Stack, emitted: (event: EventName) => Promise<unknown>) {
  const ask = async (key: string, params: Record<string, string>, body?: object) => {
    const answer = await callAs(stack, stack, key, { params, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return JSON.parse(answer.text)
  }
  const viewer = await hire(stack, 'viewer')
  const closed = {
    closedUntil: new Date(Date.now() + 3_600_000).toISOString(),
    closedReason: 'We are moving.',
  }
  expect((await callAs(stack, viewer, 'PATCH /api/admin/settings', { body: closed })).status).toBe(403)
  const shopper = await new Shopper(stack).signUp()
  const cart = await shopper.cart()
  await ask('PATCH /api/admin/settings', {}, closed)
  await emitted('shop-changed')
  await until(async () => (await shopper.call('POST', '/api/validate-order', cart)).status === 409)
  await until(async () => (await shopper.call('GET', '/api/shop')).body.closedUntil === closed.closedUntil)
  await ask('PATCH /api/admin/settings', {}, { closedUntil: null, closedReason: null })
  await until(async () => (await shopper.call('POST', '/api/validate-order', cart)).status === 200)
  const name = { name: 'privacy' }
  const { items } = await ask('GET /api/admin/texts/:name/versions', name)
  const body = { markdown: '## Your anonymity\n\nWe tell *nobody*.', basedOn: items[0].version }
  const { version } = await ask('POST /api/admin/texts/:name/versions', name, body)
  await emitted('text-published')
  await shopper.insist('GET', '/api/texts/privacy', undefined, 200)
  await shopper.insist('GET', `/api/texts/privacy/versions/${version}`, undefined, 200)
}
