import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { composeFile } from '../deploy/compose-file.ts'
import { docker } from './docker.ts'
import { Obstacle } from './obstacle.ts'

/** The oldest versions that know everything docker-compose.yml uses, such as `start_interval` and merged lists. */
const oldest = { engine: '25.0', compose: '2.24' }

/** The Docker engine of this machine. `none`: nothing can be tried. `unfit`: an engine that cannot run the shop. */
export type Engine =
  | { state: 'none'; why: string }
  | { state: 'unfit'; why: string }
  | { state: 'ready'; engine: string; compose: string }

/** Finds the engine that `docker` uses, and checks its version; starts none. */
export async function findEngine(): Promise<Engine> {
  const ask = (...args: string[]) => docker(args, { timeoutMs: 20_000 }).then((text) => text.trim())
  let engine: string
  try {
    engine = await ask('version', '--format', '{{.Server.Version}}')
  } catch (error) {
    const isMissing = String(error).includes('ENOENT')
    return { state: 'none', why: isMissing ? 'there is no `docker`' : 'no Docker engine answers' }
  }
  const compose = await ask('compose', 'version', '--short').catch(() => undefined)
  const why = complaint({ engine, compose })
  return why === undefined ? { state: 'ready', engine, compose: String(compose) } : { state: 'unfit', why }
}

/** What is wrong with these versions; undefined if nothing is. */
export function complaint(found: { engine: string; compose: string | undefined }): string | undefined {
  const wanted = `PrankPost needs Docker Engine ${oldest.engine} and Docker Compose ${oldest.compose}, or newer`
  if (found.compose === undefined) return `${wanted}; \`docker compose\` is not installed.`
  if (!isOlder(found.engine, oldest.engine) && !isOlder(found.compose, oldest.compose)) return undefined
  return `${wanted}; this is Engine ${found.engine} with Compose ${found.compose}. Update Docker and run it again.`
}

function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number.parseFloat)
  const [leastMajor = 0, leastMinor = 0] = than.split('.').map(Number)
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}

/** Images, their build and the databases need so much. */
const neededMb = 3_000

/** @throws when the disk of the engine is nearly full; of an engine on another machine, it is not known */
export async function expectSpace(needed = neededMb): Promise<void> {
  const folder = (await docker(['info', '--format', '{{.DockerRootDir}}'])).trim()
  if (!existsSync(folder)) return
  const { bavail, bsize } = await statfs(folder)
  const freeMb = Math.floor((bavail * bsize) / 1024 ** 2)
  if (freeMb < needed)
    throw new Obstacle(
      `The disk of the Docker engine has ${freeMb} MB left; ${needed} MB are needed. Free some space, for example with \`docker system prune\`.`,
    )
}

/** Whether MongoDB's image on this engine is the one that was made for machines without an image registry. */
export async function isStandIn(): Promise<boolean> {
  const label = '{{index .Config.Labels "docker-engine.recipe"}}'
  const image = composeFile.services.mongo?.image ?? ''
  // An image that is not there yet is pulled.
  return (await docker(['image', 'inspect', '--format', label, image]).catch(() => '')).trim() !== ''
}
