import { errorText } from '@prankpost/web-kit'
import { useSlot } from '@prankpost/web-kit/storage'
import { Tabs } from 'radix-ui'
import { Suspense, useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { ButtonLink } from '../../components/button.tsx'
import { LoadFailed, Notice } from '../../components/notice.tsx'
import { preloadOn } from '../../components/on-demand.ts'
import { PageHead } from '../../components/page-head.tsx'
import { PageSkeleton } from '../../components/skeleton.tsx'
import { deletionReceiptSlot } from '../../lib/deletion-receipt.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { tabOf, tabs } from './tabs.ts'

/** The customer's dashboard: history, targets, achievements and account. */
export default function DashboardPage() {
  return (
    <>
      <PageHead title="Dashboard" noIndex />
      <Dashboard />
    </>
  )
}

function Dashboard() {
  const { user, isPending, error, refetch } = useSession()
  // The receipt of an account must not be shown after the visit of another one.
  useEffect(() => {
    if (user) deletionReceiptSlot.clear()
  }, [user])
  if (isPending) return <PageSkeleton />
  if (error && !user) {
    return (
      <div className="page py-12">
        <LoadFailed
          message={errorText(error, 'Your account could not be loaded. Please try again.')}
          onRetry={() => refetch()}
        />
      </div>
    )
  }
  if (!user) return <LoggedOut />
  return (
    <div className="page py-10">
      <h1 className="wrap-anywhere text-4xl sm:text-5xl">Welcome back, {user.firstName || 'User'}!</h1>
      <DashboardTabs />
    </div>
  )
}

function LoggedOut() {
  const receipt = useSlot(deletionReceiptSlot)
  if (receipt) return <AccountDeleted receipt={receipt} />
  return (
    <div className="page py-12">
      <Notice
        picture="lock"
        level="h1"
        title="Please log in to access your dashboard."
        actions={
          <ButtonLink variant="primary" to={paths.home}>
            Go to Home
          </ButtonLink>
        }
      />
    </div>
  )
}

/** Shown in place of the dashboard, in the browser tab in which the account was deleted. */
function AccountDeleted({ receipt }: { receipt: string }) {
  return (
    <div className="page py-12" role="status">
      <Notice
        picture="lock"
        level="h1"
        title="Your account is deleted."
        actions={
          <ButtonLink variant="primary" to={paths.home} onClick={() => deletionReceiptSlot.clear()}>
            Go to Home
          </ButtonLink>
        }
      >
        <p>Your receipt number is</p>
        <p className="my-2 font-display text-2xl text-ink tabular-nums">{receipt}</p>
        <p>
          You are signed out everywhere. A last mail with the whole receipt comes as soon as every part of the
          shop has forgotten you.
        </p>
      </Notice>
    </div>
  )
}

function DashboardTabs() {
  const [search, setSearch] = useSearchParams()
  const current = tabOf(search.get('tab')).id
  return (
    <Tabs.Root value={current} onValueChange={(tab) => setSearch({ tab })} className="mt-6">
      <Tabs.List
        aria-label="Dashboard"
        className="mb-7 flex gap-1 overflow-x-auto sm:gap-2 border-ink border-b-[2.5px] px-1 pt-1"
      >
        {tabs.map(({ id, label, load }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            {...preloadOn(load)}
            className="-mb-[2.5px] shrink-0 rounded-t-2xl border-[2.5px] border-transparent px-1.5 py-2 font-display text-base text-ink-soft sm:px-4 sm:text-xl hover:text-ink focus-visible:outline-offset-[-4px] data-[state=active]:border-ink data-[state=active]:border-b-card data-[state=active]:bg-card data-[state=active]:text-ink"
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ id, Panel }) => (
        <Tabs.Content key={id} value={id} className="rounded-card">
          <Suspense fallback={<PageSkeleton />}>
            <Panel />
          </Suspense>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
