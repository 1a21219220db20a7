import type { AdminCustomerDetails } from '@prankpost/contracts/admin-customer'
import { formatDate } from '@prankpost/web-kit'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { StatusBadge, type StatusMap } from '../../components/status-badge.tsx'
import { itemStatuses, mailStatuses, orderStatuses, planStatuses } from '../../components/statuses.ts'
import { Time } from '../../components/time.tsx'
import { TrackingLink } from '../../components/tracking-link.tsx'
import { tabLink } from '../../lib/url-params.ts'

/** The customer's orders with their parcels, plans, messages and mails: the latest of each. */
export function Records({ customer }: { customer: AdminCustomerDetails }) {
  const { orders, plans, messages, mails } = customer
  return (
    <>
      <Section title="Orders" records={orders}>
        {({ id, number, status, createdAt, total, parcels }) => (
          <Record key={id} statuses={orderStatuses} status={status} at={createdAt}>
            <Link to={tabLink('orders', { order: id })}>{number}</Link> ${total}
            {parcels.map((parcel) => (
              <p key={parcel.id} className="hint">
                {parcel.quantity} × {parcel.prank}: {itemStatuses[parcel.status].label}{' '}
                <TrackingLink {...parcel} />
              </p>
            ))}
          </Record>
        )}
      </Section>
      <Section title="Plans" records={plans}>
        {({ id, status, prankCount, monthlyAmount, createdAt, cancelledAt }) => (
          <Record key={id} statuses={planStatuses} status={status} at={createdAt}>
            <Link to={tabLink('plans', { plan: id })}>{prankCount} a month</Link> ${monthlyAmount}
            {cancelledAt && <span className="hint"> ended {formatDate(cancelledAt)}</span>}
          </Record>
        )}
      </Section>
      <Section title="Messages" records={messages}>
        {({ id, subject, status, createdAt }) => (
          <Record key={id} statuses={mailStatuses} status={status} at={createdAt}>
            <Link to={tabLink('mail', { q: id, message: id })}>{subject}</Link>
          </Record>
        )}
      </Section>
      <Section title="Mails" records={mails}>
        {({ kind, status, at }) => (
          <Record key={`${kind} ${at}`} statuses={sentStatuses} status={status} at={at}>
            {kind.replaceAll('-', ' ')}
          </Record>
        )}
      </Section>
    </>
  )
}

const sentStatuses = {
  sending: { label: 'Sending', color: 'blue' },
  sent: { label: 'Sent', color: 'green' },
  'not-needed': { label: 'Not needed', color: 'default' },
  refused: { label: 'Refused', color: 'red' },
} satisfies StatusMap

interface SectionProps<T> {
  title: string
  /** Null if the service gave no answer. */
  records: T[] | null
  children: (record: T) => ReactNode
}

function Section<T>({ title, records, children }: SectionProps<T>) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {records === null ? (
        <Alert type="warning" showIcon title={`${title} could not be read. Please open the page again.`} />
      ) : records.length === 0 ? (
        <p className="hint">None</p>
      ) : (
        <ul className="customer-list">{records.map(children)}</ul>
      )}
    </section>
  )
}

interface RecordProps {
  statuses: StatusMap
  status: string
  at: string
  children: ReactNode
}

function Record({ statuses, status, at, children }: RecordProps) {
  return (
    <li>
      {children} <StatusBadge statuses={statuses} value={status} /> <Time className="hint" at={at} />
    </li>
  )
}
