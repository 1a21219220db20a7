import { EditOutlined } from '@ant-design/icons'
import { maxDiscountUses } from '@prankpost/contracts/constants'
import type { Discount } from '@prankpost/contracts/discount'
import { formatDateTime } from '@prankpost/web-kit'
import { Button } from 'antd'
import type { HTMLAttributes, Ref } from 'react'
import { StatusBadge } from '../../components/status-badge.tsx'
import { discountStatuses, effectOf, scopeLabels, statusOf } from './statuses.ts'

interface DiscountCardProps {
  discount: Discount
  /** Null when the role may not change it. */
  onEdit: (() => void) | null
  rowProps: HTMLAttributes<HTMLElement> & { ref: Ref<HTMLElement> }
}

/** A discount code: what it does, for whom, and how often it was used. */
export function DiscountCard({ discount, onEdit, rowProps }: DiscountCardProps) {
  const { code, appliesTo, startsAt, endsAt, firstOrderOnly } = discount
  const titleId = `discount-${code}`
  const terms = [
    scopeLabels[appliesTo],
    ...(startsAt === null ? [] : [`from ${formatDateTime(startsAt)}`]),
    ...(endsAt === null ? [] : [`until ${formatDateTime(endsAt)}`]),
    ...(firstOrderOnly ? ['first purchase only'] : []),
  ]
  return (
    <article className="card" aria-labelledby={titleId} {...rowProps}>
      <header className="card-head">
        <h2 id={titleId}>{code}</h2>
        <strong>{effectOf(discount)}</strong>
        <StatusBadge statuses={discountStatuses} value={statusOf(discount)} />
        <span className="hint">{usesOf(discount)}</span>
        {onEdit && (
          <span className="card-actions">
            <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
          </span>
        )}
      </header>
      <p className="card-line">{terms.join(' · ')}</p>
    </article>
  )
}

/** `3 of 10 used (1 unpaid), at most 1 per customer`. */
function usesOf({ uses, held, maxUses, maxUsesPerCustomer }: Discount): string {
  const used = uses >= maxDiscountUses && maxUses === null ? `${maxDiscountUses}+` : String(uses)
  const limit = maxUses === null ? 'used' : `of ${maxUses} used`
  const unpaid = held > 0 ? ` (${held} unpaid)` : ''
  const each = maxUsesPerCustomer === null ? '' : `, at most ${maxUsesPerCustomer} per customer`
  return `${used} ${limit}${unpaid}${each}`
}
