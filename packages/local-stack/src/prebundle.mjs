// Plain JavaScript, for the npm scripts ask here as well, before they have the pinned Node.
import { statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the packages that services share lie in a few files, below the folder of the checkout. */
export const prebundleFolder = path.join('node_modules', '.cache', 'prebundled')

/** The preload that has a process load those instead of the thousand files that they were made of. */
export const prebundleRegister = 'register.mjs'

/** What makes them. */
export const prebundleBuild = fileURLToPath(new URL('prebundle-build.ts', import.meta.url))

/**
 * Node's arguments for a process that loads packages from the files that `prebundle-build.ts` made; none when there
 * are no such files, or they are older than it or the installed packages: then it loads the packages as they are.
 * @param {string} root the folder of the checkout
 * @returns {string[]}
 */
export function prebundledImports(root) {
  const register = path.join(root, prebundleFolder, prebundleRegister)
  const sources = [path.join(root, 'node_modules', '.pnpm', 'lock.yaml'), prebundleBuild]
  const isFresh = sources.every((file) => changedAt(register) > changedAt(file))
  return isFresh ? ['--import', register] : []
}

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
