import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { callStripe } from '../stripe-client.ts'

/** A session that was paid at Stripe for an order or a plan that has no payment here. */
export interface UnknownMoney {
  sessionId: string
  kind: 'order' | 'plan'
  /** The id of the order or plan, and the id of its owner. */
  id: string
  ownerId: string
  email: string
  amountCents: number
  createdAt: string
  /** The subscription that collects the next months of a plan; null for an order. */
  stripeSubscriptionId: string | null
}

const pageSize = 100

/**
 * Finds the sessions created at Stripe since a time that were paid, not refunded, and whose order or plan has no payment
 * here. After a restore, these are the payments that started after the backup. Sessions of other shops on the same
 * account have other metadata and are ignored.
 * @throws 503 when Stripe is unavailable
 */
export async function* listUnknownMoney(
  since: Date,
  { payments, stripe }: Pick<Deps, 'payments' | 'stripe'>,
): AsyncGenerator<UnknownMoney> {
  for (let after: string | undefined; ; ) {
    const page = await callStripe(() =>
      stripe.checkout.sessions.list({
        status: 'complete',
        limit: pageSize,
        expand: ['data.payment_intent.latest_charge'],
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    )
    // Newest first: once a page contains an older session, all following sessions are older too.
    const recent = page.data.filter(({ created }) => created * 1000 >= since.getTime())
    const found = recent.filter(isPaid).flatMap(describe)
    const ids = found.map(({ id }) => id)
    const known = await payments.find({ _id: { $in: ids } }, { _id: 1 }).lean()
    const knownIds = new Set(known.map(({ _id }) => _id))
    yield* found.filter(({ id }) => !knownIds.has(id))
    if (!page.has_more || recent.length < page.data.length) return
    after = page.data.at(-1)?.id
  }
}

function isPaid({ payment_status: status, payment_intent: intent }: Stripe.Checkout.Session): boolean {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  const isRefunded = typeof charge === 'object' && charge?.refunded === true
  return status === 'paid' && !isRefunded
}

function describe(session: Stripe.Checkout.Session): UnknownMoney[] {
  const { kind, id, ownerId } = session.metadata ?? {}
  if ((kind !== 'order' && kind !== 'plan') || id === undefined || ownerId === undefined) return []
  const { subscription } = session
  return [
    {
      sessionId: session.id,
      kind,
      id,
      ownerId,
      email: session.customer_details?.email ?? session.customer_email ?? '',
      amountCents: session.amount_total ?? 0,
      createdAt: new Date(session.created * 1000).toISOString(),
      stripeSubscriptionId: typeof subscription === 'string' ? subscription : (subscription?.id ?? null),
    },
  ]
}
