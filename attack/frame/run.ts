import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Outcome, RunOptions } from './attack.ts'
import type { Shop } from './shop.ts'

type Verdict = 'held' | 'succeeded' | 'not tried' | 'broken'

/** The result of one attack. */
export interface Result extends Outcome {
  name: string
  finding: string
  bound: string
  verdict: Verdict
  /** Why it was not tried, or the error that broke it. */
  reason?: string
  seconds: number
}

/** The maximum duration of a run, even if the shop is slow. */
const maxSeconds = { quick: 120, full: 600 }

/** Runs attacks one after the other and calls `onResult` after each. */
export async function runAttacks(
  attacks: Attack[],
  shop: Shop,
  { quick, onResult }: RunOptions & { onResult: (result: Result) => void },
): Promise<Result[]> {
  const end = Date.now() + (quick ? maxSeconds.quick : maxSeconds.full) * 1_000
  const results: Result[] = []
  for (const attack of attacks) {
    const result = await runOne(attack, shop, { quick, msLeft: end - Date.now() })
    onResult(result)
    results.push(result)
  }
  return results
}

const timeOver = () => new Error('the time limit of the run is exceeded')

async function runOne(
  attack: Attack,
  shop: Shop,
  { quick, msLeft }: RunOptions & { msLeft: number },
): Promise<Result> {
  const { name, finding, bound } = attack
  const startedAt = performance.now()
  const frame = { name, finding, bound, checks: [] }
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
  const timeUp = new AbortController()
  try {
    const obstacle = (await attack.obstacle?.(shop, { quick })) ?? null
    if (obstacle !== null) return { ...frame, verdict: 'not tried', reason: obstacle, seconds: seconds() }
    if (msLeft <= 0) throw timeOver()
    const late = sleep(msLeft, undefined, { signal: timeUp.signal }).then(() => {
      throw timeOver()
    })
    const outcome = await Promise.race([attack.run(shop, { quick }), late])
    const isHeld = outcome.checks.length > 0 && outcome.checks.every(({ held }) => held)
    return { ...frame, ...outcome, verdict: isHeld ? 'held' : 'succeeded', seconds: seconds() }
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { ...frame, verdict: 'broken', reason, seconds: seconds() }
  } finally {
    timeUp.abort()
  }
}
