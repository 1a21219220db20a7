// Runs while an image is built: `assemble.mjs SERVICE TARGET` puts into TARGET what the service needs to run and
// nothing else: its sources, those of the workspace packages that it uses, and its production dependencies.
// TARGET/service leads to the service. Types are stripped as files are loaded, which Node refuses for what lies
// in node_modules; so the workspace's packages stay folders of their own, and `pnpm deploy` is no way.
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

/** Jobs that are no package of the workspace run on what one of its packages has. */
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
// Half of what the API page's viewer brings is for those who debug the viewer.
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

/** The folder and those of all workspace packages that it needs to run. */
function closure(folder, seen = new Set()) {
  if (seen.has(folder)) return seen
  seen.add(folder)
  for (const [name, version] of Object.entries(readManifest(folder).dependencies ?? {})) {
    if (version.startsWith('workspace:')) closure(path.join('packages', name.split('/')[1]), seen)
  }
  return seen
}

/** The folders that the front ends were built into; what that takes stays here and does not get into the image. */
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

/** What was installed is much, and not needed here any more. */
function move(part) {
  if (!existsSync(part)) return
  mkdirSync(path.dirname(path.join(target, part)), { recursive: true })
  renameSync(part, path.join(target, part))
}
