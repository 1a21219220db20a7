import type { AdminCustomer } from '@prankpost/contracts/admin-customer'
import { formatDate } from '@prankpost/web-kit'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { CopyableId } from '../../components/copyable.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useListState, useOpenItem } from '../../lib/list-state.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { customersCount, customersList } from './api.ts'
import { accountStatuses, accountStatusOf, nameOf } from './statuses.ts'

const CustomerDrawer = lazy(() => import('./customer-drawer.tsx'))

/** The list of the tab 'Customers'. */
export default function CustomersPage() {
  const state = useListState()
  const [openId, open] = useOpenItem('customer')
  return (
    <>
      <ListPage
        state={state}
        query={customersList(state)}
        count={customersCount}
        searchLabel="Search customers"
        emptyTitle="No Customers Yet"
        emptyHint="Every customer who signs up in the store appears here."
      >
        {(customers) => <Customers customers={customers} onOpen={open} />}
      </ListPage>
      {openId !== null && (
        <Suspense>
          <CustomerDrawer key={openId} id={openId} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  )
}

function Customers({ customers, onOpen }: { customers: AdminCustomer[]; onOpen: (id: string) => void }) {
  const { rowProps } = useRowKeys(customers, { noun: 'customer', group: 'Customers', onOpen })
  return customers.map((customer) => {
    const { id, email, createdAt } = customer
    const titleId = `customer-${id}`
    return (
      <article key={id} className="card" aria-labelledby={titleId} {...rowProps(id)}>
        <header className="card-head">
          <h2 id={titleId}>{nameOf(customer)}</h2>
          <StatusBadge statuses={accountStatuses} value={accountStatusOf(customer)} />
          <CopyableId id={id} what="user id" />
          <span className="hint">
            Since <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          </span>
          <span className="card-actions">
            <Button onClick={() => onOpen(id)}>Details</Button>
          </span>
        </header>
        <p className="card-line">{email}</p>
      </article>
    )
  })
}
