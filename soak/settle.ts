import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckOptions, check, type Findings } from './check.ts'

/** How it ended: what the last look found, and when all was well for the first time; null if never. */
export interface Settled {
  findings: Findings
  settledAt: number | null
}

const betweenLooksMs = 750

/**
 * Looks at all ledgers again and again until they agree, nothing is on its way and no dead letter is without
 * its explanation, or time is up.
 * @throws when even then somebody who is asked does not answer
 */
export async function settle(options: CheckOptions, until: number): Promise<Settled> {
  let told = ''
  const tell = (state: object) => {
    if (told !== JSON.stringify(state)) options.journal.note('not settled', state)
    told = JSON.stringify(state)
  }
  for (;;) {
    const isLast = Date.now() > until
    try {
      const findings = await check(options)
      if (isAllWell(findings)) return { findings, settledAt: Date.now() }
      if (isLast) return { findings, settledAt: null }
      tell(shortly(findings))
    } catch (error) {
      // Somebody is on the way back from the last kill.
      if (isLast) throw new Error('Nothing can be said: somebody does not answer', { cause: error })
      tell({ words: error instanceof Error ? error.message : String(error) })
    }
    await sleep(betweenLooksMs)
  }
}

const isAllWell = ({ differences, underWay, letters }: Findings) =>
  differences.length === 0 && underWay.length === 0 && letters.every(({ why }) => why !== null)

const shortly = ({ differences, underWay }: Findings) => ({
  differences: differences.length,
  some: differences.slice(0, 20).map(({ words }) => words),
  underWay,
})
