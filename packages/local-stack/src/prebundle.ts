import { statSync } from 'node:fs'
import path from 'node:path'

/** Where the packages that services share lie in a few files, below the folder of the checkout. */
export const prebundleFolder = path.join('node_modules', '.cache', 'prebundled')

/** The preload that has a process load those instead of the thousand files that they were made of. */
export const prebundleRegister = 'register.mjs'

/**
 * Node's arguments for a process that loads packages from the files that `prebundle-build.ts` made; none when there
 * are no such files, or packages were installed since: then it loads the packages as they are.
 */
export function prebundledImports(root: string): string[] {
  const register = path.join(root, prebundleFolder, prebundleRegister)
  const installed = path.join(root, 'node_modules', '.pnpm', 'lock.yaml')
  return changedAt(register) > changedAt(installed) ? ['--import', register] : []
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
