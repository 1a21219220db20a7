import { basePriceCents, discountedPriceCents } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import type { StripeSandbox } from '../../ledgers/index.ts'
import { monthsAfter } from './calendar.ts'
import { type Customer, createCustomer } from './customer.ts'
import type { Action, PlanScript } from './scenario.ts'

/** A paid month according to the script. */
interface PaidMonth {
  periodStart: Date
  periodEnd: Date
  paidAt: Date
}

/** The state of a plan so far. */
export interface PlanRun {
  script: PlanScript
  customer: Customer
  amountCents: number
  sessionId: string
  planId: string
  stripeId: string
  months: PaidMonth[]
  failedTries: number
  recovered: number
  /** Declined attempts since the last paid month. */
  openTries: number
  endedBy: 'customer' | 'stripe' | null
}

export interface PlayOptions {
  stack: Stack
  sandbox: StripeSandbox
  /** The number of concurrent actions; those of one customer are serialized. */
  concurrency: number
  /** Simulated time stops here (milliseconds since 1970, real time). */
  until: number
  /** Waits while too many webhooks are in progress, at most until then. */
  breathe: (until: number) => Promise<void>
}

/** Runs simulated time: performs all actions of all plans in the order of their dates. */
export async function play(scripts: PlanScript[], options: PlayOptions) {
  const customers = new Map<number, Customer>()
  const runs = scripts.map((script): PlanRun => {
    const customer = customers.get(script.customer) ?? createCustomer(options.stack, script.customer)
    customers.set(script.customer, customer)
    const { prankCount, withDiscount } = script
    const amountCents = withDiscount ? discountedPriceCents : basePriceCents * prankCount
    return {
      ...{ script, customer, amountCents, sessionId: '', planId: '', stripeId: '', months: [] },
      ...{ failedTries: 0, recovered: 0, openTries: 0, endedBy: null },
    }
  })
  const agenda = runs
    .flatMap((run) => run.script.actions.map((action) => ({ run, action })))
    .sort((a, b) => a.action.at.getTime() - b.action.at.getTime())

  const lastOf = new Map<Customer, Promise<void>>()
  let next = 0
  const work = async () => {
    for (;;) {
      await options.breathe(options.until)
      const entry = Date.now() < options.until ? agenda[next] : undefined
      if (entry === undefined) return
      next += 1
      const { run, action } = entry
      const done = (lastOf.get(run.customer) ?? Promise.resolve()).then(() => perform(run, action, options))
      lastOf.set(run.customer, done)
      await done
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, work))
  return { runs: runs.filter(({ stripeId }) => stripeId !== ''), actionsLeft: agenda.length - next }
}

async function perform(run: PlanRun, { at, what }: Action, { sandbox }: PlayOptions): Promise<void> {
  switch (what) {
    case 'buy':
      return buy(run, at, sandbox)
    case 'renew':
      await sandbox.renew(run.stripeId, at)
      if (run.openTries > 0) run.recovered += 1
      run.openTries = 0
      run.months.push(monthOf(run, at))
      return
    case 'fail':
      await sandbox.failRenewal(run.stripeId, at)
      run.failedTries += 1
      run.openTries += 1
      return
    case 'cancel':
      await run.customer.cancel(run.planId)
      run.endedBy = 'customer'
      return
    case 'end':
      await sandbox.end(run.stripeId)
      run.endedBy = 'stripe'
  }
}

async function buy(run: PlanRun, at: Date, sandbox: StripeSandbox): Promise<void> {
  const { sessionId } = await run.customer.choosePlan(run.script)
  run.sessionId = sessionId
  const session = await sandbox.pay(sessionId, at)
  run.planId = String(session.client_reference_id)
  run.stripeId = String(session.subscription)
  run.months.push(monthOf(run, at))
  if (run.script.byBrowserToo) await run.customer.confirm(sessionId)
}

function monthOf({ script, months }: PlanRun, paidAt: Date): PaidMonth {
  const [periodStart, periodEnd] = [0, 1].map((n) => monthsAfter(script.startsAt, months.length + n))
  return { periodStart: periodStart as Date, periodEnd: periodEnd as Date, paidAt }
}
