import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '../processes/run-command.ts'
import { StackError } from '../stack-error.ts'

const marker = '.sources'

/** The sources of both front ends, in addition to their own folders. */
const shared = ['packages/web-kit', 'packages/contracts']

/**
 * Builds `web`, and `admin-web` if it exists, each only when its sources changed since the last build.
 * @throws {StackError} with the end of Vite's output when a build fails
 */
export async function buildFronts(root: string, print: (text: string) => void): Promise<void> {
  for (const front of ['web', 'admin-web']) {
    if (existsSync(path.join(root, front, 'package.json'))) await buildFront(root, front, print)
  }
}

/**
 * Returns the folder with a built front end; builds it first if its sources changed. With two builds at the same
 * time, each puts a complete folder in place.
 * @throws {StackError} with the end of Vite's output when the build fails
 */
export async function buildFront(
  root: string,
  front: string,
  print: (text: string) => void = () => undefined,
): Promise<string> {
  const folder = path.join(root, front)
  const dist = path.join(folder, 'dist')
  const wanted = fingerprint(root, front)
  if (existsSync(path.join(dist, marker)) && readFileSync(path.join(dist, marker), 'utf8') === wanted)
    return dist
  print(`Building ${front} ...`)
  const fresh = path.join(folder, 'node_modules', `.dist-${process.pid}`)
  await build(folder, fresh, front)
  writeFileSync(path.join(fresh, marker), wanted)
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
  return dist
}

async function build(folder: string, outDir: string, front: string): Promise<void> {
  const vite = path.join(folder, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  try {
    await runCommand(process.execPath, [vite, ...args], {
      cwd: folder,
      timeoutMs: 180_000,
      env: { NODE_ENV: 'production' },
    })
  } catch (error) {
    throw new StackError(`${front} could not be built: ${error instanceof Error ? error.message : error}`)
  }
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
