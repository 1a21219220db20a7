import { copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SharedStack } from '@prankpost/test-harness'
import { openLedgers, type RunningShop, settle } from '../ledgers/index.ts'
import type { Journal } from './journal.ts'

const checkEveryMs = 750

/** Compares all ledgers until they agree and nothing is under way, at most until then. */
export async function settleUp(stack: RunningShop, journal: Journal, until: number) {
  const ledgers = openLedgers(stack)
  try {
    const settled = await settle({
      check: () => ledgers.check(journal),
      ...{ until, everyMs: checkEveryMs },
      report: (state) => journal.note('not settled', state),
    })
    return { ...settled, webhooks: await ledgers.traffic.sums() }
  } finally {
    await ledgers.close()
  }
}

/** Copies the logs of all processes into the folder's `logs`. */
export async function keepLogs({ processes }: Pick<SharedStack, 'processes'>, folder: string): Promise<void> {
  for (const { spec } of processes) {
    const kept = path.join(folder, 'logs', path.basename(spec.logFile))
    await copyFile(spec.logFile, kept).catch(() => undefined)
  }
}

// No kill and no broken connection causes these.
const mistake =
  /"err":\{"type":"((?:Type|Reference|Range|Syntax|Cast|Validation|StrictMode|Zod)Error)","message":"([^"]*)/g

/** A line for each mistake of the program that a process has logged; empty when there is none. */
export async function findMistakes({ processes }: Pick<SharedStack, 'processes'>): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { spec } of processes) {
    const logged = await readFile(spec.logFile, 'utf8')
    for (const [, type, message] of logged.matchAll(mistake)) {
      const what = `${spec.name}: ${type}: ${message}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
    }
  }
  return [...counts].map(([what, count]) => `MISTAKE ${what} (${count} times)`)
}
