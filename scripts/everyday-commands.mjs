import path from 'node:path'
import { interrupted, NODE_COMPILE_CACHE, pinnedNode, root, run, tools } from './run-process.mjs'
import { provideSystemTools } from './system-tools.mjs'

/** Runs a TypeScript file of the checkout with the pinned Node and returns its exit code. */
export async function node(file, args) {
  const { code } = await run(pinnedNode, [path.join(root, file), ...args])
  return code
}

/** Like `node`, for a program that starts processes or containers: it gets the signal alone and stops them itself. */
export async function guarded(file, args, env) {
  const guard = path.join(root, 'packages/local-stack/src/processes/guard.ts')
  const command = ['--import', guard, path.join(root, file), ...args]
  const { code } = await run(pinnedNode, command, { signal: 'process', env })
  return code
}

/** Builds changed front ends, starts everything and runs until Ctrl-C. */
export function start(args) {
  return guarded('packages/local-stack/src/cli/cli.ts', args, { NODE_COMPILE_CACHE })
}

/** Like `start`, but restarts services when their sources change and serves the store with Vite's dev server. */
export function dev(args) {
  return start(['--watch', ...args])
}

/** Runs the shop under load with fault injection, and compares all ledgers; see soak/. */
export async function soak(args) {
  // The in-memory broker loses its messages when it is killed.
  if (!(await provideSystemTools(['rabbitmq-server']))) return 1
  return node('soak/main.ts', args)
}

/** Attacks the running shop, or one that it starts (`--start`); see attack/. */
export async function attack(args) {
  if (args.includes('--start') && !(await provideSystemTools())) return 1
  return node('attack/main.ts', args)
}

/** Formats all files and applies safe fixes. */
export async function format() {
  const { code } = await run(path.join(tools, 'biome'), ['check', '--write', '.'])
  return code
}

const projects = [
  'tsconfig.json',
  ...['web', 'admin-web', 'packages/web-kit'].map((at) => `${at}/tsconfig.json`),
]
const sources = ['packages', 'services', 'gateway', 'web', 'admin-web']
// Two checks run at the same time, each on one thread: with four of its own, the compiler does the same work several times.
const checks = [
  ...projects.map((project) => [`types (${project})`, 'tsc', ['-p', project, '--singleThreaded']]),
  ['style (biome)', 'biome', ['ci', '.']],
  ['unused code (knip)', 'knip', []],
  ['imports (dependency-cruiser)', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...sources]],
]

/** Checks types, style, unused code and import rules; runs all checks and prints all failures. */
export async function check() {
  const waiting = [...checks]
  let failed = 0
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command, args] = next
      const { code, output } = await run(path.join(tools, command), args, { quiet: true })
      if (interrupted) return
      console.log(`${code === 0 ? 'ok    ' : `FAILED (exit code ${code})`} ${name}`)
      if (code === 0) continue
      failed += 1
      console.log(output)
    }
  }
  await Promise.all([worker(), worker()])
  if (interrupted) {
    console.log('Interrupted: not all checks were run.')
    return 130
  }
  console.log(failed === 0 ? 'All checks passed.' : `${failed} checks failed.`)
  return failed === 0 ? 0 : 1
}
