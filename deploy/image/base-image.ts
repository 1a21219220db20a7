import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../../packages/local-stack/src/processes/run-command.ts'
import { buildah, cacheFolder } from './tools.ts'

const suite = 'bookworm'
const mirror = 'http://deb.debian.org/debian'
const npmVersion = '12.2.0'

/** Equivalent to Docker's official Node image: a small Debian, this Node and npm. */
const name = `localhost/prankpost-node:${process.versions.node}-${suite}-npm${npmVersion}`

/**
 * Returns the name of a local base image, built on first use from Debian's and npm's registries: for machines that
 * cannot pull images.
 */
export async function baseImage(print: (line: string) => void): Promise<string> {
  const exists = await buildah(['inspect', '--type', 'image', name]).catch(() => undefined)
  if (exists) return name
  print(`Building the base image ${name} ...`)
  await mkdir(cacheFolder, { recursive: true })
  const work = await mkdtemp(path.join(cacheFolder, 'base.'))
  try {
    const files = await debian(work).catch(async () => {
      print('The download of Debian failed. Trying again ...')
      return await debian(work)
    })
    await addNode(files)
    await addNpm(files, work)
    const container = await buildah(['from', 'scratch'])
    await buildah(['add', '--quiet', container, files, '/'], 120_000)
    await buildah(['commit', '--quiet', '--rm', '--format', 'docker', container, name], 120_000)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return name
}

async function debian(work: string): Promise<string> {
  const files = await mkdtemp(path.join(work, 'debian.'))
  // Node's binary is linked against libatomic.
  const options = ['--variant=minbase', '--include=libatomic1']
  await runCommand('debootstrap', [...options, suite, files, mirror], { timeoutMs: 300_000 })
  for (const folder of [
    'var/cache/apt',
    'var/lib/apt/lists',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
  ]) {
    await rm(path.join(files, folder), { recursive: true, force: true })
    await mkdir(path.join(files, folder))
  }
  return files
}

/** Copies the running Node, which is the version that the repository pins. */
async function addNode(files: string): Promise<void> {
  const node = path.join(files, 'usr', 'local', 'bin', 'node')
  await copyFile(process.execPath, node)
  await chmod(node, 0o755)
}

async function addNpm(files: string, work: string): Promise<void> {
  const home = path.join(files, 'usr', 'local', 'lib', 'node_modules', 'npm')
  await runCommand('npm', ['pack', '--silent', `npm@${npmVersion}`, '--pack-destination', work])
  await mkdir(home, { recursive: true })
  const archive = path.join(work, `npm-${npmVersion}.tgz`)
  await runCommand('tar', ['-xzf', archive, '--strip-components=1', '-C', home])
  for (const command of ['npm', 'npx']) {
    const target = `../lib/node_modules/npm/bin/${command}-cli.js`
    await symlink(target, path.join(files, 'usr', 'local', 'bin', command))
  }
}
