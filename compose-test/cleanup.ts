import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { docker } from './docker.ts'
import type { Project } from './project.ts'

const prefix = 'prankpost-test-'

/** The name of this process's project: several runs can share an engine. */
export const projectName = (part = '') => `${prefix}${process.pid}${part}`

/** Removes the projects of runs that were killed. */
export async function removeLeftovers(print: (line: string) => void): Promise<void> {
  const projects: { Name: string }[] = JSON.parse(
    await docker(['compose', 'ls', '--all', '--format', 'json']),
  )
  for (const { Name } of projects) {
    const pid = new RegExp(`^${prefix}(\\d+)`).exec(Name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    print(`Removing ${Name}, which an earlier run left.`)
    await docker(['compose', '--project-name', Name, 'down', '--volumes', '--remove-orphans'])
  }
}

/**
 * Removes everything of a project, also when a command that created it has only just been interrupted: then more may appear
 * while it is being removed. Returns what could not be removed.
 */
export async function removeProject(project: Project): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    await project.down({ volumes: true, signal: undefined }).catch(() => undefined)
    const left = await project.leftovers()
    if (left.length === 0 || tries === 3) return left
  }
}

/** Writes the logs of all containers, for a reader: they are lost when the containers are removed. */
export async function keepLogs(project: Project, folder: string, when: string): Promise<void> {
  const options = { signal: undefined }
  const logs = await project.compose(['logs', '--no-color', '--timestamps'], options).catch(() => '')
  if (logs !== '') await writeFile(path.join(folder, `containers-${when}.log`), logs)
}
