import type { Agreement } from '@prankpost/contracts/agreement'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { AgreementNote } from '../../../components/agreement-note.tsx'
import { TitledPanel } from '../../../components/panel.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { orderPath } from '../../../lib/paths.ts'
import { agreementsQuery } from '../agreements.ts'
import { isRunning, type Plan } from '../subscriptions.ts'

/** What the customer agreed to: at sign-up, with each plan and with the last orders. */
export function AgreementsPanel({ plans }: { plans: Plan[] }) {
  const query = useQuery(agreementsQuery)
  const ofPlans = plans.flatMap((plan) => (plan.agreement ? [{ plan, agreement: plan.agreement }] : []))
  return (
    <TitledPanel title="What You Agreed To" colour="bg-sky" className="md:col-span-2">
      <div className="p-5">
        <Reading
          query={query}
          failed="Your agreements could not be loaded. Please try again."
          skeleton={<SkeletonBlock className="h-24" />}
        >
          {({ signUp, orders }) =>
            signUp.length + ofPlans.length + orders.length === 0 ? (
              <p>Nothing is recorded yet. It appears here with your next order or plan.</p>
            ) : (
              <ul className="-my-3 grid">
                {signUp.map((agreement) => (
                  <Entry key={agreement.agreedAt} agreement={agreement}>
                    Sign-up
                  </Entry>
                ))}
                {ofPlans.map(({ plan, agreement }) => (
                  <Entry key={plan.id} agreement={agreement}>
                    {isRunning(plan) ? 'Your plan' : 'An earlier plan'}
                  </Entry>
                ))}
                {orders.map(({ orderId, orderNumber, ...agreement }) => (
                  <Entry key={orderId} agreement={agreement}>
                    <Link
                      to={orderPath(orderId)}
                      className="text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep"
                    >
                      Order {orderNumber}
                    </Link>
                  </Entry>
                ))}
              </ul>
            )
          }
        </Reading>
      </div>
    </TitledPanel>
  )
}

function Entry({ agreement, children }: { agreement: Agreement; children: ReactNode }) {
  return (
    <li className="border-ink/15 border-b-2 border-dashed py-3 last:border-b-0">
      <h3 className="mb-1 text-xl">{children}</h3>
      <AgreementNote agreement={agreement} />
    </li>
  )
}
