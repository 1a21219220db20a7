import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { metricsOf } from './metrics.ts'
import type { Shopper } from './shopper.ts'

const mb = 1_048_576

/** The memory of some processes, in MB. */
export async function memoryOf(stack: Stack, names: string[]): Promise<Record<string, number>> {
  const entries = names.map(async (name) => {
    const bytes = (await metricsOf(stack, name)).valueOf('process_resident_memory_bytes') ?? 0
    return [name, Math.round(bytes / mb)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The largest growth of a process between two measurements, in MB. */
export const growth = (before: Record<string, number>, after: Record<string, number>): number =>
  Math.max(...Object.entries(after).map(([name, held]) => held - (before[name] ?? 0)))

/**
 * How many times slower this machine currently is because of other load; 1 when it is idle otherwise.
 * The promised times are for an otherwise idle machine.
 */
export function slowness(): number {
  const cpuMs = 200
  const start = performance.now()
  const before = process.cpuUsage()
  let usedMs = 0
  while (usedMs < cpuMs) {
    const { user, system } = process.cpuUsage(before)
    usedMs = (user + system) / 1_000
  }
  return Math.max(1, (performance.now() - start) / cpuMs)
}

/** Makes one call, with all of its input prepared: nothing can be requested in an outage. */
export type Call = (turn: number) => ReturnType<Shopper['call']>

/** Calls `count` times, 20 at once, and returns the statuses and the time they took. */
export async function storm(call: Call, count: number) {
  const waits: number[] = []
  const statuses: Record<number, number> = {}
  let turn = 0
  const caller = async () => {
    while (turn < count) {
      const start = performance.now()
      const { status } = await call(turn++)
      waits.push(performance.now() - start)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, caller))
  waits.sort((a, b) => a - b)
  const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0)
  return { statuses, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

/** The milliseconds until calls are answered with 200, five times in a row. @throws after 30 s */
export async function normalAfter(call: () => ReturnType<Shopper['call']>): Promise<number> {
  const start = Date.now()
  for (let inRow = 0; inRow < 5; ) {
    const { status } = await call().catch(() => ({ status: 0 }))
    inRow = status === 200 ? inRow + 1 : 0
    if (Date.now() - start > 30_000) throw new Error(`still ${status} after 30 s`)
    await sleep(20)
  }
  return Date.now() - start
}
