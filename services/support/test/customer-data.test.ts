import { sweepExpired } from '@prankpost/local-stack'
import { deletionRequested, eventOf, exportRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const call = await fixture.replica()
const { customerData, handlers } = fixture
afterAll(() => fixture.close())

const email = 'pat@customers.test'
const write = (from: string) =>
  call('POST', '/api/contact-submit', {
    body: { name: 'Pat', email: from, subject: 'Where', message: 'Late' },
  })
const countOf = (from: string) => fixture.messages.countDocuments({ email: from })

test('when the address was never verified then its messages are not exported and not deleted', async () => {
  await write(email)
  customerData.known.verifiedEmail = null
  await handlers['customer-export-requested'](eventOf(exportRequested(newId())))
  await handlers['customer-deletion-requested'](eventOf(deletionRequested(newId())))
  expect(customerData.parts.at(-1)?.records).toEqual([])
  expect(await countOf(email)).toBe(1)
})

test('when the address was verified then its messages are exported without notes and deleted with the account, but not later messages', async () => {
  customerData.known.verifiedEmail = email
  const reply = { id: newId(), from: 'operator', text: 'It is on its way.', at: new Date(), by: 'Kim' }
  await fixture.messages.updateMany({}, { $set: { adminNotes: 'a tricky one', replies: [reply] } })
  const owner = newId()
  await handlers['customer-export-requested'](eventOf(exportRequested(owner)))
  expect(customerData.parts.at(-1)?.records).toEqual([
    expect.objectContaining({
      email,
      message: 'Late',
      replies: [expect.objectContaining({ text: reply.text })],
    }),
  ])
  expect(JSON.stringify(customerData.parts)).not.toMatch(/tricky|Kim/)
  await write('somebody@else.test')
  const deletion = eventOf(deletionRequested(owner))
  await new Promise((resolve) => setTimeout(resolve, 5))
  await write(email)
  await handlers['customer-deletion-requested'](deletion)
  await handlers['customer-deletion-requested'](deletion)
  expect([await countOf(email), await countOf('somebody@else.test')]).toEqual([1, 1])
  const { outbox, counts } = (await customerData.erasure(owner)) ?? {}
  expect(counts).toEqual([{ what: 'Messages of the contact form', outcome: 'deleted', count: 1 }])
  expect(outbox?.map(({ type }) => type)).toEqual(['support-data-erased'])
})

test('when a message is two years old then it is deleted', async () => {
  await write('old@customers.test')
  await write('young@customers.test')
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await fixture.messages.updateOne({ email: 'old@customers.test' }, { createdAt: ago(731) })
  await fixture.messages.updateOne({ email: 'young@customers.test' }, { createdAt: ago(729) })
  await sweepExpired(fixture.messages.db.getClient(), fixture.messages.db.name)
  expect([await countOf('old@customers.test'), await countOf('young@customers.test')]).toEqual([0, 1])
})
