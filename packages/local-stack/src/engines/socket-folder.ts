import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { StackError } from '../stack-error.ts'

/** Socket addresses are limited to 107 bytes, including the file name in the folder. */
const maxFolderLength = 80

/** A short id of a data folder, the same at every start. */
export function stackId(dataDir: string): string {
  return createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12)
}

/**
 * A private folder with a short path for the sockets of the stack in `dataDir`, the same at every start.
 * @throws {StackError} when another user owns it
 */
export function socketFolder(dataDir: string): string {
  const name = `prankpost-${stackId(dataDir)}`
  const preferred = path.join(os.tmpdir(), name)
  const folder = preferred.length <= maxFolderLength ? preferred : path.join('/tmp', name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) {
    throw new StackError(
      `${folder} belongs to another user: remove it, or set TMPDIR to a folder of your own.`,
    )
  }
  chmodSync(folder, 0o700)
  return folder
}
