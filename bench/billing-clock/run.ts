import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { failuresOf, findDifferences, type Ledgers, openLedgers, settle } from '../../ledgers/index.ts'
import { disputeMonths } from './disputes.ts'
import { createOperator } from './operator.ts'
import { play } from './play.ts'
import type { Report } from './report.ts'
import { type ScenarioOptions, writeScenario } from './scenario.ts'
import { compareScript, peopleOf, playedPlans } from './script-ledger.ts'

export interface ClockOptions extends ScenarioOptions {
  /** How long simulated time may run, in real milliseconds. */
  playMs: number
  /** The time after which everything must be settled, in real milliseconds. */
  settleMs: number
  concurrency?: number
  /** How webhooks are disturbed. */
  chaos?: { duplicates: number; shuffle: boolean; dropPercent: number; delayMs: number }
}

const defaultChaos = { duplicates: 1, shuffle: true, dropPercent: 2, delayMs: 1_500 }

/**
 * Runs plans through years of simulated time on a running stack, with all kinds of changes to plans and faults of webhooks,
 * and then compares all ledgers with Stripe's, to the cent.
 */
export async function runBillingClock(stack: Stack, options: ClockOptions): Promise<Report> {
  const { playMs, settleMs, concurrency = 12, chaos = defaultChaos } = options
  const ledgers = openLedgers(stack)
  const { sandbox, traffic } = ledgers
  try {
    await sandbox.chaos(chaos)
    const startedAt = Date.now()
    const operator = createOperator(stack)
    const { runs, actionsLeft } = await play(writeScenario(options), {
      ...{ stack, sandbox, operator, concurrency, until: startedAt + playMs },
      breathe: limitWebhooks(ledgers),
    })
    const playedAt = Date.now()
    const disputes = await disputeMonths(runs, sandbox)
    const people = { ...peopleOf(runs, operator), disputes }
    const { findings } = await settle({
      check: () => ledgers.check(people),
      until: playedAt + settleMs,
      everyMs: Math.min(500 + runs.length * 5, 5_000),
    })
    const plans = playedPlans(runs, findings.stripe)
    const ofScript = compareScript(runs, plans).flatMap(findDifferences)
    return {
      ...{ plans, disputes: [...disputes.values()], actionsLeft, ledgers: findings.ledgers },
      failures: failuresOf({ ...findings, differences: [...ofScript, ...findings.differences] }),
      webhooks: await traffic.sums(),
      repaired: await repairedEvents(stack),
      playSeconds: (playedAt - startedAt) / 1000,
      settleSeconds: (Date.now() - playedAt) / 1000,
    }
  } finally {
    await ledgers.close()
  }
}

/** Simulated time pauses while more webhooks than this are in progress. */
const maxWebhooks = 200

/** Returns the function that waits while more than `maxWebhooks` are in progress, at most until then. */
function limitWebhooks({ traffic }: Pick<Ledgers, 'traffic'>) {
  let known = { count: 0, at: 0 }
  return async (until: number): Promise<void> => {
    while (Date.now() < until) {
      if (Date.now() - known.at > 250) known = { count: await traffic.webhooks(), at: Date.now() }
      if (known.count <= maxWebhooks) return
      await sleep(100)
    }
  }
}

/** Events without a webhook that payment found in Stripe's list, since its running processes started. */
async function repairedEvents(stack: Stack): Promise<number> {
  const replicas = stack.processes.filter(({ spec }) => spec.name === 'payment')
  const counts = await Promise.all(
    replicas.map(async ({ spec }) => {
      const text = await (await fetch(`${spec.url}/metrics`)).text()
      return Number(/^stripe_events_swept_total\{outcome="missed"\} (\d+)/m.exec(text)?.[1] ?? 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
