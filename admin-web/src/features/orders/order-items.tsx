import type { AdminOrder } from '@prankpost/contracts/order'
import { isPoBox } from '@prankpost/contracts/zip-codes'
import { Tag } from 'antd'
import { useId } from 'react'
import { StatusBadge } from '../../components/status-badge.tsx'
import { itemStatuses } from '../../components/statuses.ts'
import type { OrderItem } from './order-state.ts'
import { hasParcelData, ParcelCell } from './parcel-cell.tsx'

interface OrderItemsProps {
  order: AdminOrder
  /** Shows long texts in full. */
  whole?: boolean
  /** Opens the form for a parcel's tracking; without it, the parcels have no button for it. */
  onTrack?: (item: OrderItem) => void
}

/** 'Items to Send': pranks, targets and the state of their parcels. */
export function OrderItems({ order: { items, subscriptionType }, whole = false, onTrack }: OrderItemsProps) {
  const titleId = useId()
  // Without data on any parcel, the addresses get its space.
  const hasParcels = onTrack !== undefined || items.some(hasParcelData)
  return (
    <section className="order-sending" data-whole={whole || undefined}>
      <h3 id={titleId}>Items to Send{items.length > 1 && ` (${items.length})`}</h3>
      {items.length === 0 && (
        <p className="hint">
          {subscriptionType === 'once' ? 'None' : 'No parcel of this month has been shipped yet.'}
        </p>
      )}
      {items.length > 0 && (
        <table className="order-items" aria-labelledby={titleId}>
          <thead className="for-screen-readers">
            <tr>
              <th>Prank</th>
              <th>Target</th>
              {hasParcels && <th>Parcel</th>}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <PrankCell item={item} />
                <TargetCell contact={item.contact} />
                {hasParcels && <ParcelCell item={item} {...(onTrack && { onTrack })} />}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function PrankCell({ item: { prank, quantity, price, status } }: { item: OrderItem }) {
  return (
    <td>
      <span className="order-prank">
        <strong className={quantity > 1 ? 'order-quantity' : undefined}>{quantity} ×</strong>{' '}
        <strong>{prank.name}</strong> <Tag>{prank.tier}</Tag> ${price}{' '}
        <span className="item-status">
          <StatusBadge statuses={itemStatuses} value={status} />
        </span>
      </span>
      <p className="hint long-text one-line" title={prank.description}>
        {prank.description}
      </p>
    </td>
  )
}

function TargetCell({ contact }: Pick<OrderItem, 'contact'>) {
  const { name, address, address2, city, state, zipCode } = contact
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [address, address2, place].filter(Boolean).join(', ')
  return (
    <td>
      <strong>{name}</strong> {isPoBox(contact) && <Tag title="Only USPS delivers to PO boxes.">PO box</Tag>}
      <p>{lines || 'Details not available'}</p>
    </td>
  )
}
