// Runs during the build of an image: `assemble.mjs SERVICE TARGET` copies to TARGET only what the service needs to run:
// its sources, those of its workspace packages, and its production dependencies. TARGET/service links to the service.
// Node strips types when it loads a file, but not in node_modules. Therefore the workspace packages stay in their own
// folders, and `pnpm deploy` cannot be used.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Jobs that are not workspace packages, with the package whose dependencies they use. */
const jobs = { 'broker-setup': 'packages/messaging' }

const cache = '/var/cache/packages'
const extraCa = '/run/secrets/ca'
const [service = '', target = '/app'] = process.argv.slice(2)
const home = homeOf(service)
const packaged = jobs[service] ?? home

pnpmInstall('--prod', '--filter-prod', `${nameOf(packaged)}...`)
mkdirSync(target, { recursive: true })
writeFileSync(path.join(target, 'package.json'), '{ "private": true, "type": "module" }\n')
for (const folder of new Set([...closure(packaged), home])) {
  for (const part of ['package.json', 'src']) copy(path.join(folder, part))
  move(path.join(folder, 'node_modules'))
}
// Source maps are half of the size of the API page's viewer.
for (const map of globSync('node_modules/.pnpm/swagger-ui-dist@*/**/*.map')) rmSync(map)
move('node_modules/.pnpm')
copy(path.join('deploy', 'image', 'healthcheck.mjs'))
if (service === 'gateway') for (const dist of builtFronts('web', 'admin-web')) copy(dist)
symlinkSync(home, path.join(target, 'service'))

function homeOf(name) {
  const parents = ['services', 'packages', '.', 'deploy']
  const found = parents.map((parent) => path.join(parent, name)).find(isRunnable)
  if (!/^[a-z-]+$/.test(name) || !found) {
    console.error(`SERVICE must be the name of a folder with src/main.ts, such as order; it is "${name}".`)
    process.exit(1)
  }
  return found
}

function isRunnable(folder) {
  return existsSync(path.join(folder, 'src', 'main.ts'))
}

function nameOf(folder) {
  return readManifest(folder).name
}

function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

/** The folder, and the folders of all workspace packages that it depends on. */
function closure(folder, seen = new Set()) {
  if (seen.has(folder)) return seen
  seen.add(folder)
  for (const [name, version] of Object.entries(readManifest(folder).dependencies ?? {})) {
    if (version.startsWith('workspace:')) closure(path.join('packages', name.split('/')[1]), seen)
  }
  return seen
}

/** Builds the front ends and returns their output folders; build dependencies are not copied to the image. */
function builtFronts(...fronts) {
  pnpmInstall(...fronts.flatMap((front) => ['--filter-prod', `${nameOf(front)}...`]))
  return fronts.map((front) => {
    run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { cwd: front })
    return path.join(front, 'dist')
  })
}

function pnpmInstall(...filter) {
  const options = ['--frozen-lockfile', '--ignore-scripts', '--store-dir', path.join(cache, 'pnpm')]
  run('npx', ['--yes', 'pnpm@12', 'install', ...options, ...filter])
}

function run(command, args, { cwd = '.' } = {}) {
  const ca = existsSync(extraCa) ? { NODE_EXTRA_CA_CERTS: extraCa } : {}
  const env = {
    ...ca,
    ...process.env,
    CI: 'true',
    NODE_ENV: 'production',
    npm_config_cache: path.join(cache, 'npm'),
  }
  execFileSync(command, args, { stdio: 'inherit', cwd, env })
}

function copy(part) {
  if (existsSync(part)) cpSync(part, path.join(target, part), { recursive: true })
}

/** Moves installed packages: they are large and not needed here any more. */
function move(part) {
  if (!existsSync(part)) return
  mkdirSync(path.dirname(path.join(target, part)), { recursive: true })
  renameSync(part, path.join(target, part))
}
