import { Empty } from 'antd'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  hint?: string | undefined
  action?: ReactNode
}

/** The empty state of a list or page, with a hint and an action. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Empty
      className="empty-state"
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong role="status">{title}</strong>
          {hint && <p>{hint}</p>}
        </>
      }
    >
      {action}
    </Empty>
  )
}
