import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunningShop } from '../ledgers/index.ts'
import { projectName } from './cleanup.ts'
import { expectSpace, isStandIn } from './engine.ts'
import { readEnvFile } from './env-file.ts'
import type { ComposeOptions } from './options.ts'
import { Project } from './project.ts'
import { choosePorts, expectFree, newSecrets, overrideOf, shopAt, writeEnvFile } from './settings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The project of a run, and the shop in it. */
export interface Opened {
  project: Project
  shop: RunningShop
  mailUrl: string
  withoutUsers: boolean
}

/**
 * Chooses settings and ports, and writes the files of the project; starts nothing.
 * @throws {Obstacle} when settings, ports or the disk do not allow a run
 */
export async function openProject(
  folder: string,
  { envFile }: ComposeOptions,
  signal: AbortSignal,
): Promise<Opened> {
  const env = envFile === undefined ? newSecrets() : readEnvFile(envFile)
  const ports = await choosePorts(env)
  await expectFree(ports)
  await expectSpace()
  const file = await writeEnvFile(folder, env, ports)
  const withoutUsers = await isStandIn()
  const override = path.join(folder, 'override.json')
  await writeFile(override, JSON.stringify(overrideOf({ ports, withoutUsers }), null, 2))
  const project = new Project({
    ...{ name: projectName(), folder: root, envFile: file, profiles: ['demo'], signal },
    files: [path.join(root, 'docker-compose.yml'), override],
  })
  return {
    project,
    withoutUsers,
    shop: shopAt(ports, env, withoutUsers),
    mailUrl: `http://127.0.0.1:${ports.mail}`,
  }
}
