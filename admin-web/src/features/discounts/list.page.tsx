import { PlusOutlined } from '@ant-design/icons'
import type { Discount } from '@prankpost/contracts/discount'
import { Button } from 'antd'
import { useState } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { useListState } from '../../lib/list-state.ts'
import { useMay } from '../../lib/me.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { discountsCount, discountsList } from './api.ts'
import { DiscountCard } from './discount-card.tsx'
import { DiscountDialog } from './discount-dialog.tsx'

const group = 'Discounts'

/** The list of the tab 'Discounts'. */
export default function DiscountsPage() {
  const state = useListState()
  const [open, setOpen] = useState<Discount | 'new' | null>(null)
  const mayAdd = useMay('POST /api/admin/discounts')
  useShortcut('n', 'Add a discount code', () => setOpen('new'), { group, enabled: mayAdd })
  return (
    <>
      <ListPage
        state={state}
        query={discountsList(state)}
        count={discountsCount}
        searchLabel="Search codes"
        emptyTitle="No Discount Codes Yet"
        emptyHint="Add the first one: customers can use it at once."
        extra={
          mayAdd && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen('new')}>
              Add Discount
            </Button>
          )
        }
      >
        {(discounts) => <Discounts discounts={discounts} onOpen={setOpen} />}
      </ListPage>
      {open !== null && (
        <DiscountDialog discount={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function Discounts({ discounts, onOpen }: { discounts: Discount[]; onOpen: (discount: Discount) => void }) {
  const mayChange = useMay('PATCH /api/admin/discounts/:code')
  const openCode = (id: string) => {
    const discount = discounts.find((one) => one.id === id)
    if (discount) onOpen(discount)
  }
  const { rowProps } = useRowKeys(discounts, { noun: 'code', group, ...(mayChange && { onOpen: openCode }) })
  return discounts.map((discount) => (
    <DiscountCard
      key={discount.id}
      discount={discount}
      onEdit={mayChange ? () => onOpen(discount) : null}
      rowProps={rowProps(discount.id)}
    />
  ))
}
