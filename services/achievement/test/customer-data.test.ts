import { afterAll, expect, test } from '@jest/globals'
import { createEmitter } from '@prankpost/messaging'
import { deletionRequested, exportRequested, newId } from '@prankpost/service-kit/testing'
import { startRig } from './rig.ts'

const rig = await startRig()
afterAll(() => rig.close())

const emit = createEmitter('contact')
const saved = (ownerId: string) => {
  const contactId = newId()
  return emit('contact-saved', contactId, {
    contactId,
    ownerId,
    created: true,
    savedAt: new Date().toISOString(),
  })
}
const countOf = (ownerId: string) => rig.progress.countDocuments({ ownerId })

test('when a customer wants their data then what was counted is brought', async () => {
  const owner = newId()
  await rig.deliver(saved(owner))
  expect(await rig.deliver(exportRequested(owner))).toBeNull()
  expect(rig.customerData.parts).toEqual([
    expect.objectContaining({
      last: true,
      records: [expect.objectContaining({ track: 'contact', count: 1 })],
    }),
  ])
})

test('when an account is deleted, twice, then nothing is counted of it, and a late event counts nothing', async () => {
  const [owner, other] = [newId(), newId()]
  await rig.deliver(saved(owner))
  await rig.deliver(saved(other))
  const deletion = deletionRequested(owner)
  await rig.deliver(deletion)
  await rig.deliver(deletion)
  await rig.deliver(saved(owner))
  expect([await countOf(owner), await countOf(other)]).toEqual([0, 1])
  const { outbox, counts } = (await rig.customerData.erasure(owner)) ?? {}
  expect(counts).toEqual([{ what: 'Things counted for achievements', outcome: 'deleted', count: 1 }])
  expect(outbox?.map(({ type }) => type)).toEqual(['achievement-data-erased'])
})
