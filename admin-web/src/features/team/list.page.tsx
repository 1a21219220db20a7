import { UserAddOutlined } from '@ant-design/icons'
import type { Operator } from '@prankpost/contracts/operator'
import { Button } from 'antd'
import { useState } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { useListState } from '../../lib/list-state.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { teamCount, teamList } from './api.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { OperatorCard } from './operator-card.tsx'

const group = 'Team'

/** The list of the tab 'Team'. */
export default function TeamPage() {
  const state = useListState()
  const [isInviting, setIsInviting] = useState(false)
  useShortcut('n', 'Invite a colleague', () => setIsInviting(true), { group })
  return (
    <>
      <ListPage
        state={state}
        query={teamList(state)}
        count={teamCount}
        searchLabel="Search the team"
        emptyTitle="No Colleagues Yet"
        emptyHint="With own accounts everybody sees only what they need, and the audit trail names the person."
        extra={
          <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        }
      >
        {(operators) => <Operators operators={operators} />}
      </ListPage>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  )
}

function Operators({ operators }: { operators: Operator[] }) {
  const { rowProps } = useRowKeys(operators, { noun: 'colleague', group })
  return operators.map((operator) => (
    <OperatorCard key={operator.id} operator={operator} rowProps={rowProps(operator.id)} />
  ))
}
