import type { Stack } from '@prankpost/test-harness'
import type { StripeSandbox } from '../../ledgers/index.ts'
import { type Customer, createCustomer } from './customer.ts'
import { until } from './insist.ts'
import type { Operator } from './operator.ts'
import { predict } from './prediction.ts'
import type { Action, PlanScript } from './scenario.ts'

/** The state of a plan so far. */
export interface PlanRun {
  script: PlanScript
  customer: Customer
  sessionId: string
  planId: string
  stripeId: string
  stripeCustomerId: string
  /** What happened to it so far. */
  performed: Action[]
}

export interface PlayOptions {
  stack: Stack
  sandbox: StripeSandbox
  operator: Operator
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
    const ids = { sessionId: '', planId: '', stripeId: '', stripeCustomerId: '' }
    return { script, customer, ...ids, performed: [] }
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

async function perform(run: PlanRun, action: Action, options: PlayOptions): Promise<void> {
  await act(run, action, options)
  run.performed.push(action)
}

async function act(run: PlanRun, action: Action, { sandbox, operator }: PlayOptions): Promise<unknown> {
  const { customer, planId, stripeId } = run
  switch (action.what) {
    case 'buy':
      return buy(run, action.at, sandbox)
    case 'renew':
      return sandbox.renew(stripeId, action.at)
    case 'fail':
      return sandbox.failRenewal(stripeId, action.at)
    case 'card':
      await sandbox.replaceCard(run.stripeCustomerId)
      // Payment charges it as soon as it knows of the card.
      return until(async () => (await sandbox.plan(stripeId)).status === 'active', `new card of ${stripeId}`)
    case 'change':
      await customer.seesPaidUntil(planId, paidUntil(run))
      return customer.change(planId, action.prankCount)
    case 'pause':
      await customer.seesPaidUntil(planId, paidUntil(run))
      return customer.pause(planId, action.months)
    case 'resume':
      return customer.resume(planId)
    case 'skip':
      await customer.seesPaidUntil(planId, paidUntil(run))
      return customer.skip(planId)
    case 'ship':
      return operator.ship(
        { stripeId, ownerId: customer.id, contactId: await customer.addTarget() },
        action.parcels,
      )
    case 'cancel':
      return customer.cancel(planId, action.unsent)
    case 'end':
      return sandbox.end(stripeId)
  }
}

/** The end of the last paid month. A customer changes, pauses and skips what the store shows, so it must know that month. */
const paidUntil = ({ script, performed }: PlanRun): Date =>
  predict(script, performed).months.findLast(({ status }) => status === 'paid')?.periodEnd ?? script.startsAt

async function buy(run: PlanRun, at: Date, sandbox: StripeSandbox): Promise<void> {
  const { sessionId } = await run.customer.choosePlan(run.script)
  run.sessionId = sessionId
  const session = await sandbox.pay(sessionId, at)
  run.planId = String(session.client_reference_id)
  run.stripeId = String(session.subscription)
  run.stripeCustomerId = String(session.customer)
  if (run.script.byBrowserToo) await run.customer.confirm(sessionId)
}
