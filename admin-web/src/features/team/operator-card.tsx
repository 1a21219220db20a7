import type { Operator } from '@prankpost/contracts/operator'
import { formatDate, formatDateTime } from '@prankpost/web-kit'
import { Button } from 'antd'
import type { HTMLAttributes, Ref } from 'react'
import { StatusBadge, StatusSelect } from '../../components/status-badge.tsx'
import { useMe } from '../../lib/me.ts'
import { roles } from '../../lib/roles.ts'
import { useOperatorActions } from './use-operator-actions.ts'

interface OperatorCardProps {
  operator: Operator
  rowProps: HTMLAttributes<HTMLElement> & { ref: Ref<HTMLElement> }
}

const states = { invited: { label: 'Invited', color: 'gold' }, active: { label: 'Active', color: 'green' } }

/** A colleague with role and state, and what the owner can do. */
export function OperatorCard({ operator, rowProps }: OperatorCardProps) {
  const { id, name, email, role, state, hasTotp, createdAt, lastSeenAt } = operator
  const { setRole, inviteAgain, resetCodes, remove, isPending } = useOperatorActions(operator)
  const isMe = useMe().id === id
  const titleId = `operator-${id}`
  return (
    <article className="card" aria-labelledby={titleId} {...rowProps}>
      <header className="card-head">
        <h2 id={titleId}>{name}</h2>
        <StatusBadge statuses={states} value={state} />
        {isMe && <span className="hint">You</span>}
        <span className="card-actions">
          <StatusSelect
            statuses={roles}
            value={role}
            label={`Role of ${name}`}
            disabled={isPending || isMe}
            onChange={setRole}
          />
          <Button disabled={isPending} onClick={inviteAgain}>
            {state === 'invited' ? 'Invite Again' : 'New Password'}
          </Button>
          {hasTotp && (
            <Button disabled={isPending} onClick={resetCodes}>
              Reset Codes
            </Button>
          )}
          {!isMe && (
            <Button danger disabled={isPending} onClick={remove}>
              Remove
            </Button>
          )}
        </span>
      </header>
      <p className="card-line">{email}</p>
      <p className="hint">
        {roles[role].about} Since <time dateTime={createdAt}>{formatDate(createdAt)}</time>,{' '}
        {lastSeenAt ? `last seen ${formatDateTime(lastSeenAt)}` : 'never seen'}, one-time codes{' '}
        {hasTotp ? 'on' : 'off'}.
      </p>
    </article>
  )
}
