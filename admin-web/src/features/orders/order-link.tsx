import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { CopyableId } from '../../components/copyable.tsx'

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
    <CopyableId id={id} what="order id">
      <Link to={`?order=${id}`} onClick={open}>
        {orderNumber}
      </Link>
    </CopyableId>
  )
}
