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
 * Returns the folder with a built front end; builds it first if its sources changed. Of several builds at the same time, for
 * example of two test workers, the first one puts its complete folder in place, and the others use that.
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
  const isBuilt = () => readMarker(dist) === wanted
  if (isBuilt()) return dist
  print(`Building ${front} ...`)
  const fresh = path.join(folder, 'node_modules', `.dist-${process.pid}`)
  const outdated = `${fresh}-outdated`
  await build(folder, fresh, front)
  writeFileSync(path.join(fresh, marker), wanted)
  let isPlaced = false
  while (!isPlaced && !isBuilt()) {
    // Moved, not removed: files that another build puts in place meanwhile would be removed, too.
    move(dist, outdated)
    isPlaced = move(fresh, dist)
    rmSync(outdated, { recursive: true, force: true })
  }
  rmSync(fresh, { recursive: true, force: true })
  return dist
}

function readMarker(dist: string): string | null {
  try {
    return readFileSync(path.join(dist, marker), 'utf8')
  } catch {
    return null
  }
}

/** Moves a folder in one step. Returns false when another build was first: there is nothing to move, or the place is taken. */
function move(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code)) throw error
    return false
  }
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
