import { accessSync, chmodSync, constants, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './run-process.mjs'

/** The Debian packages that tests require in addition to Node, and the programs by which they are detected. */
const needed = [
  { package: 'rabbitmq-server', programs: ['rabbitmq-server'], insteadOf: 'AMQP_URL' },
  {
    package: 'chromium-headless-shell',
    programs: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    insteadOf: 'CHROMIUM_PATH',
  },
]

const policy = '/usr/sbin/policy-rc.d'

/** Installs missing packages (default: all) if it has the permission; returns whether all are available. */
export async function provideSystemTools(wanted = needed.map((tool) => tool.package)) {
  const missing = missingPackages(wanted)
  if (missing.length === 0) return true
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`Installing ${missing.join(' and ')} with apt-get ...`)
    await withoutStartingDaemons(() => aptGet(missing))
  }
  const still = missingPackages(wanted)
  if (still.length === 0) return true
  const variables = needed.filter((tool) => still.includes(tool.package)).map((tool) => tool.insteadOf)
  console.error(
    `This requires ${still.join(' and ')}. Install them (Debian: sudo apt-get install ${still.join(' ')}), ` +
      `or set ${variables.join(' and ')} to use others.`,
  )
  return false
}

function missingPackages(wanted) {
  return needed
    .filter((tool) => wanted.includes(tool.package))
    .filter(({ programs, insteadOf }) => !process.env[insteadOf] && !programs.some(onPath))
    .map((tool) => tool.package)
}

async function aptGet(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['-q', 'update'], { env })
  await run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', ...packages], { env })
}

/** Forbids Debian packages to start their daemons, which they check with `policy-rc.d`. */
async function withoutStartingDaemons(work) {
  const kept = `${policy}.prankpost-kept`
  if (existsSync(policy)) renameSync(policy, kept)
  writeFileSync(policy, '#!/bin/sh\nexit 101\n')
  chmodSync(policy, 0o755)
  try {
    await work()
  } finally {
    rmSync(policy, { force: true })
    if (existsSync(kept)) renameSync(kept, policy)
  }
}

function onPath(program) {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ]
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
