import type { AdminCase } from '@prankpost/contracts/case'
import { useState } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { useListState } from '../../lib/list-state.ts'
import { CloseDialog } from './actions/close-dialog.tsx'
import { SenderDialog } from './actions/sender-dialog.tsx'
import { casesCount, casesList } from './api.ts'
import { CaseCard } from './case-card.tsx'
import { caseStatuses } from './statuses.ts'

type Open = { dialog: 'close' | 'sender'; of: AdminCase } | null

/** The list of the tab 'Cases'. A case shows no sender: that is a step of its own. */
export default function CasesPage() {
  const state = useListState()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        state={state}
        query={casesList(state)}
        count={casesCount}
        statuses={caseStatuses}
        emptyTitle="No Cases Yet"
        emptyHint="A recipient who reports harassment with the code on a slip opens one."
      >
        {(cases) =>
          cases.map((one) => (
            <CaseCard
              key={one.id}
              reported={one}
              onClose={() => setOpen({ dialog: 'close', of: one })}
              onReveal={() => setOpen({ dialog: 'sender', of: one })}
            />
          ))
        }
      </ListPage>
      {open?.dialog === 'close' && <CloseDialog reported={open.of} onClose={close} />}
      {open?.dialog === 'sender' && <SenderDialog reported={open.of} onClose={close} />}
    </>
  )
}
