import { execFileSync } from 'node:child_process'
import type { Stack } from '@prankpost/local-stack'

/** Resident memory of a stack's services and its gateway, in whole MB, by name. */
export function residentMemory({ processes }: Pick<Stack, 'processes'>): Record<string, number> {
  const ours = processes.filter(
    ({ spec, pid }) => !['mongodb', 'broker', 'sandbox', 'mail-catcher'].includes(spec.name) && pid,
  )
  const pids = ours.map(({ pid }) => String(pid)).join(',')
  const lines = execFileSync('ps', ['-o', 'pid=,rss=', '-p', pids], { encoding: 'utf8' }).trim().split('\n')
  const byPid = new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]))
  return Object.fromEntries(
    ours.map(({ spec, pid }) => [spec.name, Math.round((byPid.get(Number(pid)) ?? 0) / 1024)]),
  )
}

/** Watches the memory of a stack while some work is done: the most that each process had. */
export async function peakMemory(
  stack: Stack,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const peak = residentMemory(stack)
  const timer = setInterval(() => {
    for (const [name, mb] of Object.entries(residentMemory(stack))) peak[name] = Math.max(peak[name] ?? 0, mb)
  }, 250)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak
}
