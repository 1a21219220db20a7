import type { ContactMessage } from '@prankpost/contracts/support'
import { Button } from 'antd'
import { useMay, useMe } from '../../lib/me.ts'
import { useAssign } from './actions/use-assign.ts'

/** Who works on a message, with the buttons to take it and to give it back. */
export function Assignee({ message }: { message: ContactMessage }) {
  const { assignee } = message
  const me = useMe()
  const { mutate, isPending } = useAssign(message)
  const mayChange = useMay('PUT /api/admin/contact-messages/:id')
  const isMine = assignee !== null && assignee.id === me.id
  return (
    <p className="card-head">
      <span>{assignee === null ? 'Not assigned' : `Assigned to ${isMine ? 'you' : assignee.name}`}</span>
      {mayChange && !isMine && (
        <Button size="small" disabled={isPending} onClick={() => mutate('me')}>
          {assignee === null ? 'Assign to Me' : 'Take Over'}
        </Button>
      )}
      {mayChange && assignee !== null && (
        <Button size="small" disabled={isPending} onClick={() => mutate(null)}>
          Unassign
        </Button>
      )}
    </p>
  )
}
