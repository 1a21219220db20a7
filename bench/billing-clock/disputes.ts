import type { DisputeStatus, StripeSandbox } from '../../ledgers/index.ts'
import type { PlanRun } from './play.ts'
import { predict } from './prediction.ts'

/** What the banks decide, plan by plan; null: no dispute. */
const decisions: (DisputeStatus | null)[] = ['open', null, 'won', 'lost', null]

/**
 * After the last action, banks dispute the newest month of most of the running plans, and decide some of the disputes at
 * once, so that their events overtake each other. Returns each dispute by the payment intent of its month.
 */
export async function disputeMonths(
  runs: PlanRun[],
  sandbox: StripeSandbox,
): Promise<Map<string, DisputeStatus>> {
  const disputes = new Map<string, DisputeStatus>()
  const running = runs.filter(({ script, performed }) => predict(script, performed).endedBy === null)
  for (const [n, { stripeId }] of running.entries()) {
    const status = decisions[n % decisions.length] ?? null
    const invoices = await sandbox.invoices(stripeId)
    const paid = invoices.findLast((invoice) => invoice.status === 'paid')
    const intent = paid?.payments?.data[0]?.payment.payment_intent
    if (status === null || intent === undefined) continue
    const { id } = await sandbox.dispute(String(intent))
    if (status !== 'open') await sandbox.closeDispute(id, status === 'won')
    disputes.set(String(intent), status)
  }
  return disputes
}
