import { formatDate } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import { Fact, TitledPanel } from '../../../components/panel.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { useSession } from '../../../lib/session.ts'
import { isRunning, subscriptionsQuery } from '../subscriptions.ts'
import { AgreementsPanel } from './agreements-panel.tsx'
import { DataPanel } from './data-panel.tsx'
import { EmailVerification } from './email-verification.tsx'
import { MailPanel } from './mail-panel.tsx'
import { SubscriptionPanel } from './subscription-panel.tsx'

const loadPasswordDialog = () => import('./password-dialog.tsx')

const PlanSection = lazy(() => import('./plan-section.tsx'))

/**
 * The customer's plan, account information and data. What is below the plan is shown once it is known whether there is one,
 * so that nothing moves.
 */
export default function AccountTab() {
  const { data: plans, isPending } = useQuery(subscriptionsQuery)
  const plan = plans?.find(isRunning)
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <SubscriptionPanel />
      <AccountInformation />
      {plan && (
        <Suspense fallback={<SkeletonBlock className="h-[40rem] md:col-span-2" />}>
          <PlanSection plan={plan} />
        </Suspense>
      )}
      {!isPending && (
        <>
          <MailPanel />
          <DataPanel />
          {/* At the end, so that it moves nothing when it grows. */}
          <AgreementsPanel plans={plans ?? []} />
        </>
      )}
    </div>
  )
}

function AccountInformation() {
  const { user } = useSession()
  const [isChanging, setChanging] = useState(false)
  const PasswordDialog = useOnDemand(loadPasswordDialog, isChanging, setChanging)
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
  return (
    <TitledPanel title="Account Information" colour="bg-sky">
      <div className="grid gap-3 p-5">
        <dl className="wrap-anywhere grid gap-4">
          <Fact label="Name">{name || 'N/A'}</Fact>
          <Fact label="Member Since">{formatDate(user?.createdAt)}</Fact>
          <Fact label="Password">
            <Button className="mt-1" onClick={() => setChanging(true)} {...preloadOn(loadPasswordDialog)}>
              Change Password
            </Button>
          </Fact>
          <Fact label="Email">{user?.email || 'N/A'}</Fact>
        </dl>
        {/* At the end, so that it moves nothing when it grows. */}
        <EmailVerification />
      </div>
      {PasswordDialog && <PasswordDialog open={isChanging} onOpenChange={setChanging} />}
    </TitledPanel>
  )
}
