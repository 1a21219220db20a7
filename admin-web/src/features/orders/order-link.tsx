import { Typography } from 'antd'
import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'

interface OrderLinkProps {
  order: { id: string; orderNumber: string }
  onOpen: (id: string) => void
}

/** An order's number: a click opens its details, Ctrl+click in a new tab; the icon copies the full id. */
export function OrderLink({ order: { id, orderNumber }, onOpen }: OrderLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <Typography.Text
      className="copyable-id"
      title={id}
      copyable={{ text: id, tooltips: ['Copy order id', 'Copied'] }}
    >
      <Link to={`?order=${id}`} onClick={open}>
        {orderNumber}
      </Link>
    </Typography.Text>
  )
}
