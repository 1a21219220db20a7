import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './run-command.ts'
import { StackError } from './stack-error.ts'

const marker = '.sources'

/** What both front ends are built from besides their own folders. */
const shared = ['packages/web-kit', 'packages/contracts']

/**
 * Builds `web`, and `admin-web` where there is one, each only when its sources changed since the last build.
 * @throws {StackError} with the end of Vite's output when a build fails
 */
export async function buildFronts(root: string, print: (text: string) => void): Promise<void> {
  for (const front of ['web', 'admin-web']) {
    if (existsSync(path.join(root, front, 'package.json'))) await buildFront(root, front, print)
  }
}

async function buildFront(root: string, front: string, print: (text: string) => void): Promise<void> {
  const folder = path.join(root, front)
  const done = path.join(folder, 'dist', marker)
  const wanted = fingerprint(root, front)
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return
  print(`Building ${front} ...`)
  const vite = path.join(folder, 'node_modules', 'vite', 'bin', 'vite.js')
  try {
    await runCommand(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: folder,
      timeoutMs: 180_000,
    })
  } catch (error) {
    throw new StackError(`${front} could not be built: ${error instanceof Error ? error.message : error}`)
  }
  writeFileSync(done, wanted)
}

function fingerprint(root: string, front: string): string {
  const hash = createHash('sha256')
  for (const file of [...sources(root, front), 'pnpm-lock.yaml']) {
    hash.update(file).update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

function sources(root: string, front: string): string[] {
  const patterns = [front, ...shared].map((folder) => `${folder}/**/*`)
  const exclude = ['**/node_modules', '**/dist', '**/test']
  return globSync(patterns, { cwd: root, exclude })
    .filter((file) => statSync(path.join(root, file)).isFile())
    .sort()
}
