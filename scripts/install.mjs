import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { interrupted, pinnedNode, root, run } from './run-process.mjs'

const marker = path.join(root, 'node_modules', '.prankpost-installed')

/** Installs all packages if the lock file or the workspace file has changed. Returns whether they are installed. */
export async function install() {
  const wanted = fingerprint()
  if (existsSync(pinnedNode) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return true
  console.log('Installing packages ...')
  // CI: no prompts. npx runs pnpm, so that only Node and npm are required.
  const { code } = await run('npx', ['--yes', 'pnpm@12', 'install', '--frozen-lockfile'], {
    env: { CI: 'true' },
  })
  if (interrupted) return false
  if (code !== 0) {
    console.error(
      'The packages could not be installed: see above. With no network, nothing can be downloaded.',
    )
    return false
  }
  writeFileSync(marker, wanted)
  return true
}

// With --frozen-lockfile, these two files determine what is installed.
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    hash.update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
