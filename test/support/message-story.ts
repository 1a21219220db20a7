import type { EventName } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { expect } from 'vitest'
import { callAs } from './access/callers.ts'
import { tokensTo } from './mails.ts'
import { hire } from './operators.ts'

/** A guest writes; a supporter answers by mail; the guest reads the thread behind the link and answers there. */
export async function answerMessage(stack: Stack, emitted: (event: EventName) => Promise<unknown>) {
  const email = `guest-${Math.random()}@customers.test`
  const call = async (caller: object, key: string, input: object) => {
    const { status, text } = await callAs(stack, caller, key, input)
    expect([key, status < 300, status < 300 ? '' : text]).toEqual([key, true, ''])
    return JSON.parse(text)
  }
  const form = { name: 'Pat', email, subject: 'Late', message: 'Where is it?' }
  await call({}, 'POST /api/contact-submit', { body: form })
  const template = { body: { name: `Late ${email}`, text: 'Dear {name}, it is on its way.' } }
  const owner = { adminPassword: stack.adminPassword }
  const added = await call(owner, 'POST /api/admin/reply-templates', template)
  const supporter = await hire(stack, 'support')
  const templates = await call(supporter, 'GET /api/admin/reply-templates', {})
  expect(templates.items).toContainEqual({ ...template.body, id: added.id })
  const { items } = await call(supporter, 'GET /api/admin/contact-messages', {})
  const { id } = items.find((one: { email: string }) => one.email === email)
  const body = { text: 'It is on its way.', replyCount: 0 }
  const reply = 'POST /api/admin/contact-messages/:id/replies'
  await call(supporter, reply, { params: { id }, body })
  await emitted('message-replied')
  expect((await callAs(stack, supporter, reply, { params: { id }, body })).status).toBe(409)
  const token = await until(async () => (await tokensTo(stack, email, 'messages'))[0])
  const shown = await call({}, 'POST /api/messages/thread', { body: { token } })
  expect(shown.replies).toMatchObject([{ from: 'operator', text: 'It is on its way.' }])
  await call({}, 'POST /api/messages/thread/replies', { body: { token, text: 'Thank you!' } })
  const thread = await call(supporter, 'GET /api/admin/contact-messages/:id', { params: { id } })
  expect(thread).toMatchObject({ status: 'new', answered: false, replyCount: 2 })
  const deleted = { params: { id: added.id } }
  expect((await callAs(stack, owner, 'DELETE /api/admin/reply-templates/:id', deleted)).status).toBe(204)
}
