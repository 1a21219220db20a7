import { notFound, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { callStripe } from '../stripe-client.ts'
import { findCustomer } from './ensure-customer.ts'

/**
 * Opens Stripe's billing portal, where the customer can only replace the card, and returns to the account after it. The rest
 * of the portal is hidden: there a plan could be set to end later, which is not recorded here. Each call opens a new portal
 * session, which only this customer can use.
 * @throws 404 when the account has never paid anything, 503 when Stripe is unavailable
 * @see https://docs.stripe.com/customer-management/portal-deep-links
 */
export async function openBillingPortal(
  { user }: { user: SessionUser },
  deps: Deps,
): Promise<{ url: string }> {
  const customer = await findCustomer(user.id, deps)
  if (customer === null) throw notFound('You have no card here yet: it is saved when you start a plan.')
  const return_url = `${deps.publicUrl}/dashboard?tab=account`
  const { url } = await callStripe(() =>
    deps.stripe.billingPortal.sessions.create({
      customer,
      return_url,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url } },
      },
    }),
  )
  return { url }
}
