import { PlusOutlined } from '@ant-design/icons'
import type { AdminPrank } from '@prankpost/contracts/prank'
import { Button } from 'antd'
import { useState } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { useListState } from '../../lib/list-state.ts'
import { useMay } from '../../lib/me.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { AddDialog } from './actions/add-dialog.tsx'
import { EditDialog } from './actions/edit-dialog.tsx'
import { PictureDialog } from './actions/picture-dialog.tsx'
import { PricesDialog } from './actions/prices-dialog.tsx'
import { pranksCount, pranksList } from './api.ts'
import { type PrankAction, PrankCard } from './prank-card.tsx'
import './pranks.css'

const group = 'Pranks'

/** The open dialog: of a new prank, or of an action on one. */
type Open = 'add' | { action: PrankAction; prank: AdminPrank } | null

/** The list of the tab 'Pranks'. */
export default function PranksPage() {
  const state = useListState()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const mayAdd = useMay('POST /api/admin/pranks')
  useShortcut('n', 'Add a prank', () => setOpen('add'), { group, enabled: mayAdd })
  return (
    <>
      <ListPage
        state={state}
        query={pranksList(state)}
        count={pranksCount}
        searchLabel="Search pranks"
        emptyTitle="No Pranks Yet"
        emptyHint="Add the first one: the store shows it within a second."
        extra={
          mayAdd && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen('add')}>
              Add Prank
            </Button>
          )
        }
      >
        {(pranks) => <Pranks pranks={pranks} onOpen={setOpen} />}
      </ListPage>
      {open === 'add' && (
        <AddDialog onClose={close} onAdded={(prank) => setOpen({ action: 'picture', prank })} />
      )}
      {open !== null && open !== 'add' && <ActionOf {...open} onClose={close} />}
    </>
  )
}

function Pranks({ pranks, onOpen }: { pranks: AdminPrank[]; onOpen: (open: Open) => void }) {
  const openAction = (action: PrankAction, id: string | null) => {
    const prank = pranks.find((one) => one.id === id)
    if (prank) onOpen({ action, prank })
  }
  const mayChange = useMay('PATCH /api/admin/pranks/:id')
  const { activeId, rowProps } = useRowKeys(pranks, {
    noun: 'prank',
    group,
    ...(mayChange && { onOpen: (id: string) => openAction('edit', id) }),
  })
  useShortcut('p', 'Set the picture of the prank', () => openAction('picture', activeId), {
    group,
    enabled: mayChange,
  })
  return pranks.map((prank) => (
    <PrankCard key={prank.id} prank={prank} onAct={openAction} rowProps={rowProps(prank.id)} />
  ))
}

function ActionOf(props: { action: PrankAction; prank: AdminPrank; onClose: () => void }) {
  const { action, ...rest } = props
  if (action === 'edit') return <EditDialog {...rest} />
  return action === 'picture' ? <PictureDialog {...rest} /> : <PricesDialog {...rest} />
}
