import type { AdminCustomerDetails } from '@prankpost/contracts/admin-customer'
import { formatDate, formatDateTime } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Alert, Drawer } from 'antd'
import { Copyable } from '../../components/copyable.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Waiting } from '../../components/error-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { isMissing } from '../../lib/admin-call.ts'
import { customerQuery } from './api.ts'
import { CustomerActions } from './customer-actions.tsx'
import { Notes } from './notes.tsx'
import { Records } from './records.tsx'
import { accountStatuses, accountStatusOf, nameOf } from './statuses.ts'
import './customers.css'

/** Everything about one customer, next to the list. */
export default function CustomerDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(customerQuery(id))
  const { data, error } = query
  return (
    <Drawer open size={640} title={data ? nameOf(data) : 'Customer'} onClose={onClose}>
      {data ? (
        <Details customer={data} />
      ) : isMissing(error) ? (
        <EmptyState title="No Such Customer" hint="The account may have been deleted by its owner." />
      ) : (
        <Waiting for={query} failed="The customer could not be loaded." />
      )}
    </Drawer>
  )
}

function Details({ customer }: { customer: AdminCustomerDetails }) {
  const { email, blocked, createdAt } = customer
  return (
    <div className="customer">
      <p className="card-head">
        <Copyable text={email} what="address" />
        <StatusBadge statuses={accountStatuses} value={accountStatusOf(customer)} />
        <span className="hint">Since {formatDate(createdAt)}</span>
      </p>
      {blocked && (
        <Alert
          type="warning"
          showIcon
          title={`Blocked: ${blocked.reason}`}
          description={`${formatDateTime(blocked.at)} by ${blocked.by}. Paid orders and a running plan go on.`}
        />
      )}
      <CustomerActions customer={customer} />
      <Records customer={customer} />
      <Notes customer={customer} />
    </div>
  )
}
