import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restore } from '../src/commands.ts'
import { messagesFile, writeManifest } from '../src/manifest.ts'
import { writePacked } from '../src/packed-file.ts'

let folder: string
let said: string[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-restore-'))
  said = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes a backup of a shop without documents. */
async function writeBackup({ dead = 0 } = {}): Promise<string> {
  const written = await writePacked(
    path.join(folder, messagesFile),
    Readable.from([Buffer.from('{}\n'.repeat(dead))]),
  )
  const at = new Date().toISOString()
  const messages = { work: 0, retry: 0, dead, ...written }
  await writeManifest(folder, { format: 1, restedAt: at, finishedAt: at, files: [], messages })
  return folder
}

const place = (env: NodeJS.ProcessEnv = {}) => ({
  env: { ...process.env, ...env },
  dataDir: path.join(folder, 'data'),
  say: (line: string) => void said.push(line),
  force: false,
  rehearsal: false,
})

test('when it is a rehearsal then it restores into its data folder, whatever shop the environment names', async () => {
  const ofTheShop = { MONGODB_URI: 'mongodb://127.0.0.1:9', AMQP_URL: 'amqp://127.0.0.1:9' }
  await restore(await writeBackup(), { ...place(ofTheShop), rehearsal: true })
  expect(said[0]).toMatch(/^Restored the backup of .*: 0 documents, 0 events/)
  expect(said.at(-1)).toBe('Start it with: npm start -- --rehearsal')
}, 60_000)
