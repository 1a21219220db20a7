import { deletionRequested, eventOf, exportRequested } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { newId, startFixture, target } from './fixture.ts'

const fixture = await startFixture()
const { customerData, handlers } = fixture
afterAll(() => fixture.close())

const save = (owner: string) =>
  fixture.call('POST', '/api/contacts', { owner, body: { ...target, address2: 'Apt 4' } })
const storedOf = (owner: string) => fixture.deps.contacts.countDocuments({ ownerId: owner })

test('when a customer requests their data then auth receives their address book, and no other', async () => {
  const [owner, other] = [newId(), newId()]
  await save(owner)
  await save(other)
  await handlers['customer-export-requested'](eventOf(exportRequested(owner)))
  expect(customerData.parts).toEqual([
    expect.objectContaining({ ownerId: owner, part: 0, last: true, records: [expect.anything()] }),
  ])
  expect(customerData.parts[0]?.records[0]).toMatchObject({
    name: 'Gerald Snail',
    address: '1 Garden Path',
    address2: 'Apt 4',
  })
})

test('when an account is deleted, twice, then its targets and sessions are deleted, and one answer counts them', async () => {
  const [owner, other] = [newId(), newId()]
  for (const who of [owner, owner, other]) await save(who)
  // One of these events is sent, the other is not: its document stays without personal data until then.
  const [first] = await fixture.deps.contacts.find({ ownerId: owner }).lean()
  await fixture.deps.contacts.updateOne(
    { _id: first?._id },
    { $set: { outbox: [] }, $unset: { outboxDueAt: 1 } },
  )
  const deletion = eventOf(deletionRequested(owner, new Date(Date.now() + 1_000).toISOString()))
  await handlers['customer-deletion-requested'](deletion)
  await handlers['customer-deletion-requested'](deletion)
  expect([await storedOf(owner), await storedOf(other)]).toEqual([0, 1])
  const left = await fixture.deps.contacts.find({ removedAt: { $exists: true } }).lean()
  expect(JSON.stringify(left)).not.toMatch(/Gerald|Apt 4/)
  const { outbox, counts } = (await customerData.erasure(owner)) ?? {}
  expect(counts).toEqual([{ what: 'Saved targets', outcome: 'deleted', count: 2 }])
  expect(outbox?.map(({ type }) => type)).toEqual(['contact-data-erased'])
  expect((await fixture.call('GET', '/api/contacts', { owner })).status).toBe(401)
})

test('when a call was in progress meanwhile then the next round erases the target that it saved', async () => {
  const owner = newId()
  await handlers['customer-deletion-requested'](eventOf(deletionRequested(owner, new Date(0).toISOString())))
  await save(owner)
  expect(await storedOf(owner)).toBe(1)
  await fixture.connection
    .collection('erasures')
    .updateOne({ _id: owner as never }, { $set: { lookAt: new Date(0) } })
  await customerData.check()
  expect(await storedOf(owner)).toBe(0)
  expect((await customerData.erasure(owner))?.lookAt).toBeUndefined()
})
