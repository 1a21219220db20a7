import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { messagesFile, writeManifest } from '../src/manifest.ts'
import { writePacked } from '../src/packed-file.ts'

/** A new folder with a backup of a shop without documents, and what `restore` needs to put it into a local stack. */
export async function restoreFixture({ dead = 0 } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-restore-'))
  const lines = Readable.from([Buffer.from('{}\n'.repeat(dead))])
  const written = await writePacked(path.join(folder, messagesFile), lines)
  const at = new Date().toISOString()
  const messages = { work: 0, retry: 0, dead, ...written }
  await writeManifest(folder, { format: 1, restedAt: at, finishedAt: at, files: [], messages })
  const said: string[] = []
  return {
    folder,
    said,
    place: {
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      dataDir: path.join(folder, 'data'),
      say: (line: string) => void said.push(line),
      force: false,
      rehearsal: false,
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
