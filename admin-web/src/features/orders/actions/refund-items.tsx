import { dollars } from '@prankpost/web-kit'
import { Checkbox } from 'antd'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { itemStatuses } from '../../../components/statuses.ts'
import { type OrderItem, priceOf } from '../order-state.ts'

interface RefundItemsProps {
  items: readonly OrderItem[]
  /** The ids of the chosen items. */
  chosen: readonly string[]
  disabled: boolean
  onChange: (chosen: string[]) => void
}

/** The items of an order with their prices, to choose from. */
export function RefundItems({ items, chosen, disabled, onChange }: RefundItemsProps) {
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="refund-items" disabled={disabled}>
      <legend className="for-screen-readers">Items</legend>
      {items.map((item) => (
        <Checkbox
          key={item.id}
          disabled={disabled}
          checked={chosen.includes(item.id)}
          onChange={({ target }) => toggle(item.id, target.checked)}
        >
          {item.quantity} × {item.prank.name} to {item.contact.name}, {dollars(priceOf([item]))}{' '}
          <StatusBadge statuses={itemStatuses} value={item.status} />
        </Checkbox>
      ))}
    </fieldset>
  )
}
