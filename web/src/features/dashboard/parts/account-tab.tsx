import { formatDate } from '@prankpost/web-kit'
import { useSession } from '../../../lib/session.ts'
import { SubscriptionPanel } from './subscription-panel.tsx'

/** The customer's plan, and who they are to us. */
export default function AccountTab() {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <SubscriptionPanel />
      <AccountInformation />
    </div>
  )
}

function AccountInformation() {
  const { user } = useSession()
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
  return (
    <section aria-labelledby="account" className="panel overflow-hidden">
      <h2 id="account" className="border-ink border-b-[2.5px] bg-sky px-5 py-3 text-2xl">
        Account Information
      </h2>
      <dl className="grid gap-4 p-5">
        <Line label="Name" value={name || 'N/A'} />
        <Line label="Email" value={user?.email || 'N/A'} />
        <Line label="Member Since" value={formatDate(user?.createdAt)} />
      </dl>
    </section>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="font-bold text-ink-soft">{label}</dt>
      <dd className="break-words font-extrabold text-lg">{value}</dd>
    </div>
  )
}
