import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { serviceNames } from '@prankpost/contracts'
import { z } from 'zod'
import { Failure } from './failure.ts'

const file = z.object({
  /** Relative to the folder. */
  path: z.string().regex(/^[\w-]+\/[\w.-]+\.bson\.gz$/),
  service: z.enum(serviceNames),
  collection: z.string(),
  documents: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().length(64),
})
const messages = z.object({ work: z.int(), retry: z.int(), dead: z.int() })

const manifestSchema = z.object({
  format: z.literal(1),
  /** Everything that was acknowledged before this time is in the backup. */
  restedAt: z.iso.datetime(),
  /** Nothing that happened after this time is in the backup. */
  finishedAt: z.iso.datetime(),
  files: z.array(file),
  messages: messages.extend(file.pick({ bytes: true, sha256: true }).shape),
})

/** The content of a backup. It is written last: a folder without it is not a backup. */
export type Manifest = z.infer<typeof manifestSchema>
export type CopiedFile = z.infer<typeof file>

export const messagesFile = 'messages.ndjson.gz'
const manifestFile = 'manifest.json'

/** Marks the backup as complete: writes the manifest atomically, after all other files are synced to disk. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  for (const file of [...manifest.files.map((one) => one.path), messagesFile]) {
    const handle = await open(path.join(folder, file), 'r+')
    await handle.sync().finally(() => handle.close())
  }
  const name = path.join(folder, manifestFile)
  const handle = await open(`${name}.new`, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${name}.new`, name)
}

/** Reads every byte of a backup. @throws {Failure} when it is not finished, or differs from what was written */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const { path: name, bytes, sha256 } of [
    ...manifest.files,
    { path: messagesFile, ...manifest.messages },
  ]) {
    const found = await fingerprint(path.join(folder, name)).catch(() => null)
    if (found === null) throw new Failure(`${name} is missing in ${folder}: this backup cannot be used.`)
    if (found.bytes !== bytes)
      throw new Failure(`${name} has ${found.bytes} bytes instead of ${bytes}: this backup cannot be used.`)
    if (found.sha256 !== sha256)
      throw new Failure(`${name} is not as it was written: this backup cannot be used.`)
  }
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => null)
  if (text === null)
    throw new Failure(`${folder} has no ${manifestFile}: it is no backup, or one that was not finished.`)
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new Failure(`${manifestFile} in ${folder} cannot be read: this backup cannot be used.`)
  }
}

/** Length and digest of a file. */
async function fingerprint(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    bytes += chunk.length
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}
