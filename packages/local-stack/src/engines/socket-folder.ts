import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { StackError } from '../stack-error.ts'

/** Socket addresses are cut off after 107 bytes; what is put into the folder needs some of them. */
const longestFolder = 80

/** A short text that stands for a data folder, the same at every start. */
export function stackId(dataDir: string): string {
  return createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12)
}

/**
 * A private folder with a short path for the sockets of the stack in `dataDir`, the same at every start.
 * @throws {StackError} when somebody else owns it
 */
export function socketFolder(dataDir: string): string {
  const name = `prankpost-${stackId(dataDir)}`
  const preferred = path.join(os.tmpdir(), name)
  const folder = preferred.length <= longestFolder ? preferred : path.join('/tmp', name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) {
    throw new StackError(
      `${folder} belongs to somebody else: remove it, or set TMPDIR to a folder of your own.`,
    )
  }
  chmodSync(folder, 0o700)
  return folder
}
