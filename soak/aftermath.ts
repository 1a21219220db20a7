import { copyFile } from 'node:fs/promises'
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
