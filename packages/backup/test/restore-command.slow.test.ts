import { expect, test } from 'vitest'
import { restore } from '../src/commands.ts'
import { restoreFixture } from './restore-fixture.ts'

test('when it is a rehearsal then it restores into its data folder, whatever shop the environment names', async () => {
  const { folder, place, said, remove } = await restoreFixture()
  const ofTheShop = { MONGODB_URI: 'mongodb://127.0.0.1:9', AMQP_URL: 'amqp://127.0.0.1:9' }
  await restore(folder, { ...place, env: { ...place.env, ...ofTheShop }, rehearsal: true })
  expect(said[0]).toMatch(/^Restored the backup of .*: 0 documents, 0 events/)
  expect(said.at(-1)).toBe('Start it with: npm start -- --rehearsal')
  await remove()
})
