import { setTimeout as sleep } from 'node:timers/promises'
import { figuresOf, type MemorySample, type MemoryWatch } from '../soak/memory.ts'
import type { Project } from './project.ts'

const everyMs = 8_000

/** The name of the sum of all containers. */
export const wholeStack = 'whole stack'

/** The memory of each container as `docker stats` shows it, without the page cache of files, and the sum. */
export async function memoryOf(project: Project): Promise<Record<string, number>> {
  const names = (await project.containers())
    .filter(({ state }) => state === 'running')
    .map(({ name }) => name)
  const lines = await project.docker(['stats', '--no-stream', '--format', 'json', ...names])
  const mb = Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .map(({ Name, MemUsage }): [string, number] => [Name.slice(project.name.length + 1), inMb(MemUsage)]),
  )
  const sum = Object.values(mb).reduce((all, one) => all + one, 0)
  return { ...mb, [wholeStack]: Math.round(sum) }
}

const units: Record<string, number> = { B: 1 / 1024 ** 2, KiB: 1 / 1024, MiB: 1, GiB: 1024 }

/** `72.6MiB / 512MiB` -> 73 */
export function inMb(usage: string): number {
  const [, amount = '', unit = ''] = /^([\d.]+)(\w+)/.exec(usage) ?? []
  return Math.round(Number(amount) * (units[unit] ?? Number.NaN))
}

/** Watches the memory of all containers until `stop`. */
export function watchContainers(project: Project): MemoryWatch {
  const samples: MemorySample[] = []
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      // A container may have been removed after it was listed.
      await memoryOf(project).then(
        (mb) => samples.push({ at: Date.now(), mb }),
        () => undefined,
      )
      await sleep(everyMs)
    }
  }
  void watch()
  return {
    figures: () => figuresOf(samples),
    stop() {
      isOver = true
    },
  }
}
