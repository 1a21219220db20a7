import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** Folders with servers that are often missing in a normal user's PATH. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/opt/homebrew/sbin']

/** The full path of a program on the PATH or in the usual system folders, else undefined. */
export function findOnPath(program: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return [...folders, ...systemFolders].map((folder) => path.join(folder, program)).find(isExecutable)
}

/** Whether the file exists and may be run. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
