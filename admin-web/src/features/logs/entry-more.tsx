import type { SubscriptionLog } from '@prankpost/contracts/subscription-log'
import { Link } from 'react-router-dom'
import { Copyable } from '../../components/copyable.tsx'
import { Facts } from '../../components/facts.tsx'
import { tabLink } from '../../lib/url-params.ts'

/** The expanded row of an entry: its full ids, and the metadata of the event. */
export function EntryMore({ entry }: { entry: SubscriptionLog }) {
  const metadata = Object.entries(entry.metadata).map(([name, value]) => [
    name,
    value === null || value === '' ? 'None' : String(value),
  ])
  const ids = {
    'Provider subscription id': (
      <Copyable text={entry.stripeSubscriptionId} what="provider subscription id" />
    ),
    'Plan id': <Copyable text={entry.subscriptionId} what="plan id" />,
    'Customer id': <Copyable text={entry.user.id} what="customer id" />,
    'Entry id': <Copyable text={entry.id} what="entry id" />,
  }
  return (
    <section className="logs-more" aria-label="Metadata">
      <Facts facts={Object.fromEntries(metadata)} className="" />
      <Facts facts={ids} className="" />
      <Link to={tabLink('logs', { q: entry.stripeSubscriptionId })}>All entries of this plan</Link>
    </section>
  )
}
