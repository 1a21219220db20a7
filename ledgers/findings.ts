import { setTimeout as sleep } from 'node:timers/promises'
import type { DeadLetterEntry } from '@prankpost/contracts'
import type { Difference } from './comparison.ts'
import type { StripeLedger } from './stripe.ts'

/** The result of one check of all ledgers. */
export interface Findings {
  /** The comparisons that were made, with the number of things that each of them found. */
  ledgers: { name: string; entries: number }[]
  differences: Difference[]
  deadLetters: DeadLetterEntry[]
  /** What has not arrived yet, as phrases. */
  underWay: string[]
  stripe: StripeLedger
}

/** A line for each thing that is wrong; none when the ledgers agree, everything has arrived and nothing is dead. */
export const failuresOf = ({ differences, deadLetters, underWay }: Findings): string[] => [
  ...differences.map(({ kind, sentence }) => `${kind.toUpperCase()} ${sentence}`),
  ...deadLetters.map(
    ({ id, service, event, reason }) => `DEAD LETTER ${id} of ${service}.${event}: ${reason}`,
  ),
  ...(underWay.length > 0 ? [`UNSETTLED ${underWay.join(', ')}`] : []),
]

/** The last findings, and when a check found nothing wrong; null if none did. */
export interface Settled {
  findings: Findings
  settledAt: number | null
}

interface SettleOptions {
  check(): Promise<Findings>
  /** The last check begins after this time (milliseconds since 1970). */
  until: number
  everyMs: number
  /** Receives what is wrong whenever it has changed. */
  report?(state: { failures: number; first: string[] }): void
}

/**
 * Checks again and again until nothing is wrong or the time is up. A service may be starting again: until then, a
 * check that fails is repeated.
 * @throws when the last check fails, too
 */
export async function settle({ check, until, everyMs, report = () => {} }: SettleOptions): Promise<Settled> {
  let last = ''
  const reportChange = (failures: string[]) => {
    if (last === failures.join('\n')) return
    last = failures.join('\n')
    report({ failures: failures.length, first: failures.slice(0, 20) })
  }
  for (;;) {
    const isLast = Date.now() > until
    try {
      const findings = await check()
      const failures = failuresOf(findings)
      if (failures.length === 0) return { findings, settledAt: Date.now() }
      if (isLast) return { findings, settledAt: null }
      reportChange(failures)
    } catch (error) {
      if (isLast)
        throw new Error('The ledgers cannot be compared: a service does not answer', { cause: error })
      reportChange([String(error)])
    }
    await sleep(everyMs)
  }
}
