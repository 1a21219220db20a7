import { digestOfMessages, mailMessage } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const { messages } = fixture
const notification = fixture.clientFor('notification')

async function submitted(over = {}) {
  const body = { name: 'Pat', email: 'pat@example.com', subject: 'Where', message: 'Late', ...over }
  const before = (await messages.find({}, { _id: 1 }).lean()).map(({ _id }) => _id)
  const { status } = await fixture.call('POST', '/api/contact-submit', { body })
  const [stored, ...others] = await messages.find({ _id: { $nin: before } }).lean()
  return { status, stored, others }
}

describe('contact-message-received', () => {
  test('when a message is stored then its outbox has the event, in the same document, without any of its text', async () => {
    const { status, stored, others } = await submitted()
    expect([status, others]).toEqual([201, []])
    expect(stored?.outbox).toEqual([
      expect.objectContaining({
        type: 'contact-message-received',
        subject: String(stored?._id),
        data: { messageId: String(stored?._id), receivedAt: stored?.createdAt.toISOString() },
      }),
    ])
    expect(JSON.stringify(stored?.outbox)).not.toMatch(/Pat|pat@|Where|Late/)
  })

  test('when a message is refused then nothing is stored and nothing is emitted', async () => {
    const { status, stored } = await submitted({ email: 'nobody' })
    expect([status, stored]).toEqual([400, undefined])
  })

  test('when the operator reads the list then the outbox is not in it', async () => {
    await submitted()
    const headers = { 'x-admin-password': 'prankmaster' }
    const { body } = await fixture.call('GET', '/api/admin/contact-messages', { headers })
    expect(JSON.stringify(body)).not.toMatch(/outbox|revision/)
  })
})

describe('GET /internal/messages/:id', () => {
  test('when the message exists then it returns only the address; when it does not, null', async () => {
    const { stored } = await submitted({ email: 'Quinn@Example.com' })
    const read = (id: string) => notification.get(`/internal/messages/${id}`, mailMessage)
    expect(await read(String(stored?._id))).toEqual({ to: 'quinn@example.com' })
    expect(await read(newId())).toBeNull()
  })

  test('when a service other than notification asks then it is refused', async () => {
    const asked = fixture.clientFor('order').get(`/internal/messages/${newId()}`, mailMessage)
    await expect(asked).rejects.toMatchObject({ code: expect.stringMatching(/forbidden|unauthorized/) })
  })
})

test('when messages are new then the digest counts them; those that are worked on or answered are not', async () => {
  const count = async () => (await notification.get('/internal/digest', digestOfMessages)).unanswered
  const before = await count()
  const [one, other] = [await submitted(), await submitted()]
  expect((await count()) - before).toBe(2)
  await messages.updateOne({ _id: one.stored?._id }, { $set: { status: 'in_progress' } })
  await messages.updateOne({ _id: other.stored?._id }, { $set: { status: 'resolved' } })
  expect(await count()).toBe(before)
})
