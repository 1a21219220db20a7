import { EditOutlined, HistoryOutlined, UploadOutlined } from '@ant-design/icons'
import type { AdminPrank } from '@prankpost/contracts/prank'
import { Button } from 'antd'
import type { HTMLAttributes, Ref } from 'react'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useMay } from '../../lib/me.ts'
import { PrankPicture } from './prank-picture.tsx'
import { saleStatuses } from './statuses.ts'

/** What can be done with a prank; each has a dialog. */
export type PrankAction = 'edit' | 'picture' | 'prices'

interface PrankCardProps {
  prank: AdminPrank
  onAct: (action: PrankAction, id: string) => void
  rowProps: HTMLAttributes<HTMLElement> & { ref: Ref<HTMLElement> }
}

/** A prank with its picture, price and state, and its actions. */
export function PrankCard({ prank, onAct, rowProps }: PrankCardProps) {
  const { id, name, description, price, tier, position, onSale, soldOut, stock, reserved } = prank
  const mayChange = useMay('PATCH /api/admin/pranks/:id')
  const titleId = `prank-${id}`
  return (
    <article className="card prank-card" aria-labelledby={titleId} {...rowProps}>
      <PrankPicture prank={prank} />
      <div className="prank-facts">
        <header className="card-head">
          <h2 id={titleId}>{name}</h2>
          <strong>${price}</strong>
          <StatusBadge statuses={saleStatuses} value={!onSale ? 'offSale' : soldOut ? 'soldOut' : 'onSale'} />
          <span className="hint">
            {tier} · position {position}
            {stock !== null && ` · stock ${stock}`}
            {reserved > 0 && ` (${reserved} reserved)`}
          </span>
          <span className="card-actions">
            {mayChange && (
              <>
                <Button icon={<EditOutlined aria-hidden />} onClick={() => onAct('edit', id)}>
                  Edit
                </Button>
                <Button icon={<UploadOutlined aria-hidden />} onClick={() => onAct('picture', id)}>
                  Picture
                </Button>
              </>
            )}
            <Button icon={<HistoryOutlined aria-hidden />} onClick={() => onAct('prices', id)}>
              Prices
            </Button>
          </span>
        </header>
        <p className="card-text">{description}</p>
      </div>
    </article>
  )
}
