import { existsSync } from 'node:fs'
import path from 'node:path'
import { pinnedNode, root, run, tools } from './run-process.mjs'
import { provideSystemTools } from './system-tools.mjs'

const localStack = path.join(root, 'packages', 'local-stack', 'src')
const guard = path.join(localStack, 'processes', 'guard.ts')

// The processes of the stack use the same cache.
const compileCache = path.join(root, 'node_modules', '.cache', 'node-compile')

/** Builds changed front ends, starts everything and runs until Ctrl-C. */
export async function start(args) {
  const guarded = ['--import', guard, path.join(localStack, 'cli', 'cli.ts')]
  const { code } = await run(pinnedNode, [...guarded, ...args], {
    signal: 'process',
    env: { NODE_COMPILE_CACHE: compileCache },
  })
  return code
}

/** Like `start`, but restarts services when their sources change and serves the store with Vite's dev server. */
export function dev(args) {
  return start(['--watch', ...args])
}

/** Runs the benchmarks; see bench/. */
export async function bench(args) {
  const { code } = await run(pinnedNode, [path.join(root, 'bench', 'main.ts'), ...args])
  return code
}

/** Runs plans through years of simulated time, and compares all ledgers with Stripe's records. */
export async function billingClock(args) {
  const { code } = await run(pinnedNode, [path.join(root, 'bench', 'billing-clock', 'main.ts'), ...args])
  return code
}

/** Runs the shop under load with fault injection, and compares all ledgers; see soak/. */
export async function soak(args) {
  // The in-memory broker loses its messages when it is killed.
  if (!(await provideSystemTools(['rabbitmq-server']))) return 1
  const { code } = await run(pinnedNode, [path.join(root, 'soak', 'main.ts'), ...args])
  return code
}

/** Attacks the running shop, or one that it starts (`--start`); see attack/. */
export async function attack(args) {
  if (args.includes('--start') && !(await provideSystemTools())) return 1
  const { code } = await run(pinnedNode, [path.join(root, 'attack', 'main.ts'), ...args])
  return code
}

/** Runs the shop in containers as on several hosts, makes some fail, and compares all ledgers; see cluster/. */
export async function clusterTest(args) {
  const guarded = ['--import', guard, path.join(root, 'cluster', 'main.ts')]
  const { code } = await run(pinnedNode, [...guarded, ...args], { signal: 'process' })
  return code
}

/** Runs the shop in containers, makes them fail, and compares all ledgers; see compose-test/. */
export async function composeTest(args) {
  const guarded = ['--import', guard, path.join(root, 'compose-test', 'main.ts')]
  const { code } = await run(pinnedNode, [...guarded, ...args], { signal: 'process' })
  return code
}

/** Fills the running stack's databases with two years of generated data. */
export async function seed(args) {
  const { code } = await run(pinnedNode, [path.join(root, 'bench', 'seed', 'main.ts'), ...args])
  return code
}

/** Copies all databases and queued events of the running shop. */
export async function backup(args) {
  const { code } = await run(pinnedNode, [
    path.join(root, 'packages', 'backup', 'src', 'main.ts'),
    'backup',
    ...args,
  ])
  return code
}

/** Restores a backup. */
export async function restore(args) {
  const { code } = await run(pinnedNode, [
    path.join(root, 'packages', 'backup', 'src', 'main.ts'),
    'restore',
    ...args,
  ])
  return code
}

/** Runs Lighthouse, with its mobile settings, on a running store. */
export async function lighthouse(args) {
  const { code } = await run(pinnedNode, [path.join(root, 'web', 'scripts', 'lighthouse.ts'), ...args])
  return code
}

/** Writes the files that are derived from system.ts. */
export async function generate() {
  const { code } = await run(pinnedNode, [path.join(root, 'deploy', 'generate.ts')])
  return code
}

/** Formats all files and applies safe fixes. */
export async function format() {
  const { code } = await run(path.join(tools, 'biome'), ['check', '--write', '.'])
  return code
}

/** Checks types, style, unused code and import rules; runs all checks and prints all failures. */
export async function check() {
  const waiting = checks()
  let failed = 0
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command, args] = next
      const { code, output } = await run(path.join(tools, command), args, { quiet: true })
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
      if (code === 0) continue
      failed += 1
      console.log(output)
    }
  }
  await Promise.all([worker(), worker()])
  console.log(failed === 0 ? 'All checks passed.' : `${failed} checks failed.`)
  return failed === 0 ? 0 : 1
}

function checks() {
  const projects = [
    'tsconfig.json',
    'web/tsconfig.json',
    'admin-web/tsconfig.json',
    'packages/web-kit/tsconfig.json',
  ]
  const sources = ['packages', 'services', 'gateway', 'web', 'admin-web'].filter(exists)
  const cruiserConfig = [
    '.dependency-cruiser.mjs',
    '.dependency-cruiser.cjs',
    '.dependency-cruiser.json',
  ].find(exists)
  return [
    ...projects.filter(exists).map((project) => [`types (${project})`, 'tsc', ['-p', project]]),
    ['style (biome)', 'biome', ['ci', '.']],
    ['unused code (knip)', 'knip', []],
    ...(cruiserConfig
      ? [['imports (dependency-cruiser)', 'depcruise', ['--config', cruiserConfig, ...sources]]]
      : []),
  ]
}

function exists(file) {
  return existsSync(path.join(root, file))
}
