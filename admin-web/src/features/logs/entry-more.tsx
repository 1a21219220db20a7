import type { SubscriptionLog } from '@prankpost/contracts/subscription-log'
import { Link } from 'react-router-dom'
import { Copyable } from '../../components/copyable.tsx'
import { planLogsLink } from './links.ts'

/** The expanded row of an entry: its full ids, and the metadata of the event. */
export function EntryMore({ entry }: { entry: SubscriptionLog }) {
  const ids = {
    'Provider subscription id': entry.stripeSubscriptionId,
    'Plan id': entry.subscriptionId,
    'Customer id': entry.user.id,
    'Entry id': entry.id,
  }
  return (
    <section className="logs-more" aria-label="Metadata">
      <dl>
        {Object.entries(entry.metadata).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null || value === '' ? 'None' : String(value)}</dd>
          </div>
        ))}
      </dl>
      <dl>
        {Object.entries(ids).map(([name, id]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Copyable text={id} what={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
      <Link to={planLogsLink(entry.stripeSubscriptionId)}>All entries of this plan</Link>
    </section>
  )
}
