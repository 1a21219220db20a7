import { createEmitter } from '@prankpost/messaging'
import { deletionRequested, exportRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const emit = createEmitter('contact')
const saved = (ownerId: string) => {
  const contactId = newId()
  return emit('contact-saved', contactId, {
    contactId,
    ownerId,
    created: true,
    savedAt: new Date().toISOString(),
    target: `digest-${contactId}`,
  })
}
const countOf = (ownerId: string) => fixture.progress.countDocuments({ ownerId })

test('when a customer requests their data then auth receives the counted entries', async () => {
  const owner = newId()
  await fixture.deliver(saved(owner))
  expect(await fixture.deliver(exportRequested(owner))).toBeNull()
  expect(fixture.customerData.parts).toEqual([
    expect.objectContaining({
      last: true,
      records: [expect.objectContaining({ track: 'contact', count: 1 })],
    }),
  ])
})

test('when an account is deleted, twice, then its entries are deleted, and a late event counts nothing', async () => {
  const [owner, other] = [newId(), newId()]
  await fixture.deliver(saved(owner))
  await fixture.deliver(saved(other))
  const deletion = deletionRequested(owner)
  await fixture.deliver(deletion)
  await fixture.deliver(deletion)
  await fixture.deliver(saved(owner))
  expect([await countOf(owner), await countOf(other)]).toEqual([0, 1])
  const { outbox, counts } = (await fixture.customerData.erasure(owner)) ?? {}
  expect(counts).toEqual([{ what: 'Things counted for achievements', outcome: 'deleted', count: 1 }])
  expect(outbox?.map(({ type }) => type)).toEqual(['achievement-data-erased'])
})
