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
    const { body } = await fixture.operator('GET', '/api/admin/contact-messages')
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
})

test("when the last word is the customer's then the digest counts the message, new or in progress, until it is resolved", async () => {
  const count = async () => (await notification.get('/internal/digest', digestOfMessages)).unanswered
  const before = await count()
  const { stored } = await submitted()
  const become = (status: string, from?: 'operator' | 'customer') => {
    const reply = { id: newId(), from, text: 'Late?', at: new Date(), by: null }
    return messages.updateOne({ _id: stored?._id }, { status, ...(from && { $push: { replies: reply } }) })
  }
  const counted: number[] = []
  for (const [status, from] of [
    ['new'],
    ['in_progress'],
    ['in_progress', 'operator'],
    ['in_progress', 'customer'],
    ['new', 'customer'],
    ['resolved'],
  ] as const) {
    await become(status, from)
    counted.push((await count()) - before)
  }
  expect(counted).toEqual([1, 1, 0, 1, 1, 0])
})
