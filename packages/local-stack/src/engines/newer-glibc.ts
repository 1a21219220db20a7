import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findOnPath } from '../processes/find-on-path.ts'
import { runCommand } from '../processes/run-command.ts'
import { StackError } from '../stack-error.ts'

const suite = 'trixie'
const packages = ['libc6', 'libstdc++6', 'libgcc-s1']
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
const defaultMirror = 'http://deb.debian.org/debian'

const loaders: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'ld-linux-x86-64.so.2',
  arm64: 'ld-linux-aarch64.so.1',
}

/** A dynamic loader and its libraries, separate from the system's own. */
export interface NewerGlibc {
  loader: string
  libraryPath: string
}

/** The folder for downloads that all checkouts share. */
function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CACHE_HOME || (env.HOME ? path.join(env.HOME, '.cache') : os.tmpdir())
  return path.join(base, 'prankpost')
}

/**
 * Debian 13's C library, unpacked next to the system's older one for the one process that requires it.
 * Downloaded with `apt-get download` (signatures checked, nothing installed, no root needed) on first use.
 * @throws {StackError} when the system is not Debian or the download fails
 */
export async function newerGlibc(cache = cacheFolder()): Promise<NewerGlibc> {
  const folder = path.join(cache, `glibc-${suite}-${process.arch}`)
  if (!existsSync(folder)) await unpackInto(folder)
  const loader = globSync(`usr/lib/*/${loaders[process.arch]}`, { cwd: folder })[0]
  if (!loader)
    throw new StackError(`No ${loaders[process.arch]} in ${folder}: delete that folder and try again.`)
  const libraryPath = path.join(folder, path.dirname(loader))
  return { loader: path.join(folder, loader), libraryPath }
}

async function unpackInto(folder: string): Promise<void> {
  const aptGet = findOnPath('apt-get')
  const dpkg = findOnPath('dpkg')
  if (!aptGet || !dpkg || !existsSync(keyring) || !loaders[process.arch]) {
    throw new StackError('a newer one can be fetched on Debian only')
  }
  await mkdir(path.dirname(folder), { recursive: true })
  const work = await mkdtemp(`${folder}.`)
  try {
    const apt = await separateApt(work)
    await runCommand(aptGet, [...apt, 'update'])
    await runCommand(aptGet, [...apt, 'download', ...packages], { cwd: work })
    await mkdir(path.join(work, 'root'))
    for (const archive of globSync('*.deb', { cwd: work })) {
      await runCommand(dpkg, ['-x', archive, 'root'], { cwd: work })
    }
    await rename(path.join(work, 'root'), folder).catch((error: unknown) => {
      // Another start was faster: use its folder.
      if (!existsSync(folder)) throw error
    })
  } catch (error) {
    throw new StackError(`a newer one could not be fetched from Debian: ${reason(error)}`, { cause: error })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** apt options that do not touch the system's sources, lists and cache; the proxies of the system's apt.conf apply. */
async function separateApt(work: string): Promise<string[]> {
  const sources = path.join(work, 'trixie.sources')
  const parts = path.join(work, 'no-parts')
  await mkdir(path.join(work, 'lists', 'partial'), { recursive: true })
  await mkdir(path.join(work, 'cache', 'archives', 'partial'), { recursive: true })
  await mkdir(parts)
  await writeFile(
    sources,
    `Types: deb\nURIs: ${await systemMirror()}\nSuites: ${suite}\nComponents: main\nSigned-By: ${keyring}\n`,
  )
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': parts,
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': parts,
    'Dir::State::lists': path.join(work, 'lists'),
    'Dir::Cache': path.join(work, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'Acquire::AllowInsecureRepositories': 'false',
    'APT::Get::AllowUnauthenticated': 'false',
  }
  return ['-qq', ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])]
}

/** The mirror of Debian's main archive that the system uses. */
async function systemMirror(): Promise<string> {
  const codename = /^VERSION_CODENAME=(.*)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1]
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT)'
  const targets = await runCommand('apt-get', [
    'indextargets',
    '--format',
    format,
    'Created-By: Packages',
  ]).catch(() => '')
  const main = targets.split('\n').find((line) => line.endsWith(` ${codename} main`))
  return main?.split(' ')[0] ?? defaultMirror
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n').filter(Boolean).slice(0, 4).join(' ')
}
