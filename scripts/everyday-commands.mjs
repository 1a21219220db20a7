import { existsSync } from 'node:fs'
import path from 'node:path'
import { pinnedNode, root, run, tools } from './run-process.mjs'
import { provideSystemTools } from './system-tools.mjs'

const localStack = path.join(root, 'packages', 'local-stack', 'src')
const guard = path.join(localStack, 'processes', 'guard.ts')

// The processes of the stack use the same cache.
const compileCache = path.join(root, 'node_modules', '.cache', 'node-compile')

/** Builds what changed, starts everything and runs until Ctrl-C. */
export async function start(args) {
  const guarded = ['--import', guard, path.join(localStack, 'cli', 'cli.ts')]
  const { code } = await run(pinnedNode, [...guarded, ...args], {
    signal: 'process',
    env: { NODE_COMPILE_CACHE: compileCache },
  })
  return code
}

/** The same, with services that start again when their sources change and Vite's dev server for the store. */
export function dev(args) {
  return start(['--watch', ...args])
}

/** Measures; what and how stands in bench/. */
export async function bench(args) {
  const { code } = await run(pinnedNode, [path.join(root, 'bench', 'main.ts'), ...args])
  return code
}

/** Lets plans live through years of simulated time, and compares all ledgers with the provider's books. */
export async function billingClock(args) {
  const { code } = await run(pinnedNode, [path.join(root, 'bench', 'billing-clock', 'main.ts'), ...args])
  return code
}

/** Runs the shop under load while it is being broken, and compares all ledgers; what and how stands in soak/. */
export async function soak(args) {
  // The stand-in for a broker keeps nothing when it is killed.
  if (!(await provideSystemTools(['rabbitmq-server']))) return 1
  const { code } = await run(pinnedNode, [path.join(root, 'soak', 'main.ts'), ...args])
  return code
}

/** Attacks the running shop, or one that it starts (`--start`); what and how stands in attack/. */
export async function attack(args) {
  if (args.includes('--start') && !(await provideSystemTools())) return 1
  const { code } = await run(pinnedNode, [path.join(root, 'attack', 'main.ts'), ...args])
  return code
}

/** Runs the shop on several hosts, breaks some, and compares all ledgers; what and how stands in cluster/. */
export async function clusterTest(args) {
  if (!(await provideSystemTools(['rabbitmq-server']))) return 1
  const guarded = ['--import', guard, path.join(root, 'cluster', 'main.ts')]
  const { code } = await run(pinnedNode, [...guarded, ...args], { signal: 'process' })
  return code
}

/** Fills the running stack's databases with two years of made-up business. */
export async function seed(args) {
  const { code } = await run(pinnedNode, [path.join(root, 'bench', 'seed', 'main.ts'), ...args])
  return code
}

/** Copies all databases of the running shop and the events under way. */
export async function backup(args) {
  const { code } = await run(pinnedNode, [
    path.join(root, 'packages', 'backup', 'src', 'main.ts'),
    'backup',
    ...args,
  ])
  return code
}

/** Brings a copy back. */
export async function restore(args) {
  const { code } = await run(pinnedNode, [
    path.join(root, 'packages', 'backup', 'src', 'main.ts'),
    'restore',
    ...args,
  ])
  return code
}

/** Asks Lighthouse, with its mobile settings, about a running store. */
export async function lighthouse(args) {
  const { code } = await run(pinnedNode, [path.join(root, 'web', 'scripts', 'lighthouse.ts'), ...args])
  return code
}

/** Builds the image of a service, starts it beside real engines and stops it again; how stands in deploy/image/. */
export async function image(args) {
  // The stand-in for a broker is not what an image meets.
  if (!(await provideSystemTools(['rabbitmq-server']))) return 1
  const { code } = await run(pinnedNode, [path.join(root, 'deploy', 'image', 'main.ts'), ...args])
  return code
}

/** Formats and repairs what can be repaired. */
export async function format() {
  const { code } = await run(path.join(tools, 'biome'), ['check', '--write', '.'])
  return code
}

/** Types, style, unused code and the rules of imports: all of them run, all failures are shown. */
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
  console.log(failed === 0 ? 'All checks passed.' : `${failed} of the checks failed.`)
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
