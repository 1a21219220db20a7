import type { AdminOrder } from '@prankpost/contracts/order'
import { Tag, Typography } from 'antd'
import { useId } from 'react'

type Item = AdminOrder['items'][number]

interface OrderItemsProps {
  order: AdminOrder
  /** Shows long texts in full. */
  whole?: boolean
}

/** 'Items to Send': pranks, targets and the state of their parcels. */
export function OrderItems({ order: { items, subscriptionType }, whole = false }: OrderItemsProps) {
  const titleId = useId()
  // Without data on any parcel, the addresses get its space.
  const hasParcels = items.some(
    ({ reference, trackingNumber, adminNotes }) => reference || trackingNumber || adminNotes,
  )
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
          <thead className="for-readers">
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
                {hasParcels && <ParcelCell item={item} />}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function PrankCell({ item: { prank, quantity, price } }: { item: Item }) {
  return (
    <td>
      <span className="order-prank">
        <strong className={quantity > 1 ? 'order-quantity' : undefined}>{quantity} ×</strong>{' '}
        <strong>{prank.name}</strong> <Tag>{prank.tier}</Tag> ${price}
      </span>
      <p className="hint long-text order-description" title={prank.description}>
        {prank.description}
      </p>
    </td>
  )
}

function TargetCell({ contact: { name, address, city, state, zipCode } }: Pick<Item, 'contact'>) {
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [address, place].filter(Boolean).join(', ')
  return (
    <td>
      <strong>{name}</strong>
      <p>{lines || 'Details not available'}</p>
    </td>
  )
}

function ParcelCell({ item: { reference, trackingNumber, adminNotes } }: { item: Item }) {
  return (
    <td>
      {reference && (
        <p>
          <span className="hint">Ref </span>
          <Typography.Text copyable={{ text: reference, tooltips: ['Copy reference', 'Copied'] }}>
            {reference}
          </Typography.Text>
        </p>
      )}
      {trackingNumber && (
        <p>
          <span className="hint">Tracking </span>
          <Typography.Text copyable={{ text: trackingNumber, tooltips: ['Copy tracking number', 'Copied'] }}>
            {trackingNumber}
          </Typography.Text>
        </p>
      )}
      {adminNotes && (
        <p className="long-text" title={adminNotes}>
          <span className="hint">Notes </span>
          {adminNotes}
        </p>
      )}
    </td>
  )
}
