import { maxReplies } from '@prankpost/contracts/constants'
import type { ContactThread } from '@prankpost/contracts/support'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Waiting } from '../../../components/error-state.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { mailStatuses } from '../../../components/statuses.ts'
import { Time } from '../../../components/time.tsx'
import { isMissing } from '../../../lib/admin-call.ts'
import { useMay } from '../../../lib/me.ts'
import { Age } from '../age.tsx'
import { threadQuery } from '../api.ts'
import { Assignee } from '../assignee.tsx'
import { ReplyForm } from './reply-form.tsx'
import './thread.css'

/** A message with its replies, next to the list. */
export default function ThreadDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(threadQuery(id))
  const { data, error } = query
  const isDeleted = isMissing(error)
  return (
    <Drawer open size={640} title={data?.subject ?? 'Message'} onClose={onClose}>
      {data && !isDeleted ? (
        <Thread thread={data} />
      ) : isDeleted ? (
        <EmptyState
          title="No Such Message"
          hint="It was deleted, by an operator or with the customer's account."
        />
      ) : (
        <Waiting for={query} failed="The message could not be loaded." />
      )}
    </Drawer>
  )
}

function Thread({ thread }: { thread: ContactThread }) {
  const { name, email, message, status, createdAt, replies } = thread
  const mayReply = useMay('POST /api/admin/contact-messages/:id/replies')
  return (
    <div className="thread">
      <p className="card-head">
        <strong>{name}</strong>
        <span className="hint">{email}</span>
        <StatusBadge statuses={mailStatuses} value={status} />
        <Age message={thread} />
      </p>
      <Assignee message={thread} />
      <ol aria-label="Messages">
        <Entry from="customer" who={name} text={message} at={createdAt} />
        {replies.map(({ id, from, by, text, at }) => (
          <Entry key={id} from={from} who={by ?? name} text={text} at={at} />
        ))}
      </ol>
      {replies.length >= maxReplies ? (
        <p className="hint">This thread is full. The customer can start a new one with the contact form.</p>
      ) : (
        mayReply && <ReplyForm thread={thread} />
      )}
    </div>
  )
}

interface EntryProps {
  from: 'operator' | 'customer'
  who: string
  text: string
  at: string
}

function Entry({ from, who, text, at }: EntryProps) {
  return (
    <li data-from={from}>
      <p>
        <strong>{who}</strong> <Time className="hint" at={at} />
      </p>
      <p className="card-text">{text}</p>
    </li>
  )
}
