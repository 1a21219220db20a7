import { basePriceCents, discountCode, discountedPriceCents, type Subscription } from '@prankpost/contracts'
import type { PlanPurchase } from '../../ledgers/index.ts'
import { type Customer, expectStatus, type Shop } from './shop.ts'

/** Starts a plan; the customer sometimes changes its size before. Does nothing while another plan runs. @throws GaveUp */
export async function startPlan(customer: Customer, shop: Shop): Promise<void> {
  const { random } = customer
  if (random.happens(0.2)) await choosePlan(customer, shop)
  const choice = termsOf(customer)
  const clicks = random.happens(0.3) ? 2 : 1
  const chosen = await Promise.all(Array.from({ length: clicks }, () => choosePlan(customer, shop, choice)))
  const sessions = new Map(chosen.flatMap((plan) => (plan === null ? [] : [[plan.sessionId, plan]])))
  for (const plan of sessions.values()) await payPlan(plan, customer, shop)
}

/** Cancels the running plan, if there is one; what is unsent is refunded or still sent. @throws GaveUp */
export async function cancelPlan(customer: Customer, shop: Shop): Promise<void> {
  const running = await findRunningPlan(customer)
  if (running === undefined) return
  const unsent = customer.random.happens(0.4) ? 'send' : 'refund'
  shop.journal.cancelledPlan(running.id, unsent)
  const path = `/api/subscriptions/${running.id}/cancel`
  const answer = await customer.caller.insist({ method: 'POST', path, body: { unsent } })
  expectStatus(answer, [200], `cancel of ${running.id}`, shop)
}

/** Changes, pauses, resumes or skips a month of the running plan, if there is one. @throws GaveUp */
export async function adjustPlan(customer: Customer, shop: Shop): Promise<void> {
  const { random, caller } = customer
  const running = await findRunningPlan(customer)
  if (running === undefined) return
  const own = `/api/subscriptions/${running.id}`
  const request = random.weighted([
    [{ method: 'PATCH', path: own, body: { prankCount: random.between(1, 5) } }, 4],
    [{ method: 'POST', path: `${own}/pause`, body: { months: random.between(1, 3) } }, 2],
    [{ method: 'POST', path: `${own}/skip`, body: {} }, 2],
    [{ method: 'POST', path: `${own}/resume`, body: {} }, 3],
  ])
  shop.journal.note('adjust a plan', request)
  // 409: the plan is past due or has ended meanwhile, or a paused month cannot be skipped.
  expectStatus(await caller.insist(request), [200, 409], `${request.method} ${request.path}`, shop)
}

async function findRunningPlan({ caller }: Customer): Promise<Subscription | undefined> {
  const { status, body } = await caller.insist({ method: 'GET', path: '/api/subscriptions' })
  if (status !== 200) return undefined
  return (body as Subscription[]).find((plan) => plan.status !== 'cancelled')
}

interface Terms {
  prankCount: number
  amountCents: number
  code?: string
}

function termsOf({ random }: Customer): Terms {
  const prankCount = random.between(1, 5)
  if (!random.happens(0.25)) return { prankCount, amountCents: basePriceCents * prankCount }
  return { prankCount, amountCents: discountedPriceCents, code: discountCode }
}

async function choosePlan(
  customer: Customer,
  shop: Shop,
  { prankCount, amountCents, code }: Terms = termsOf(customer),
): Promise<PlanPurchase | null> {
  const answer = await customer.caller.insist({
    method: 'POST',
    path: '/api/create-subscription-checkout',
    body: { prankCount, discountCode: code },
  })
  // A plan runs, or is being paid, or another window was faster: the customer comes back later.
  const expected = expectStatus(answer, [200, 409], 'create-subscription-checkout', shop)
  if (expected?.status !== 200) return null
  const { id: ownerId, email } = customer
  return shop.journal.chosePlan({
    sessionId: expected.body.sessionId,
    ...{ ownerId, email, prankCount, amountCents },
  })
}

async function payPlan(plan: PlanPurchase, { caller, random }: Customer, { journal, page, ...shop }: Shop) {
  if (plan.paid === 'not done') journal.paid(plan, 'unsure')
  const paid = await page.pay(plan.sessionId)
  // The customer chose another plan in the meantime.
  if (paid === null) return journal.paid(plan, 'not done')
  journal.paid(plan, 'sure')
  if (!random.happens(0.5)) return
  const body = { sessionId: plan.sessionId }
  const answer = await caller.insist({ method: 'POST', path: '/api/process-subscription-success', body })
  expectStatus(answer, [200], `process-subscription-success of ${plan.sessionId}`, { ...shop, journal })
}
