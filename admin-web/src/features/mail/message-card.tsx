import { DeleteOutlined, MailOutlined, MessageOutlined } from '@ant-design/icons'
import type { ContactMessage } from '@prankpost/contracts/support'
import { Button } from 'antd'
import type { HTMLAttributes, Ref } from 'react'
import { CopyableId } from '../../components/copyable.tsx'
import { StatusBadge, StatusSelect } from '../../components/status-badge.tsx'
import { mailStatuses } from '../../components/statuses.ts'
import { Time } from '../../components/time.tsx'
import { useMay } from '../../lib/me.ts'
import { useNotifiedAction } from '../../lib/use-notified-action.ts'
import { useChangeStatus } from './actions/use-change-status.ts'
import { Age } from './age.tsx'
import { refreshMail, removeMessage } from './api.ts'
import { noteDrafts } from './notes/drafts.ts'
import { NotesField } from './notes/notes-field.tsx'

interface MessageCardProps {
  message: ContactMessage
  rowProps: HTMLAttributes<HTMLElement> & { ref: Ref<HTMLElement> }
  /** Opens the thread. */
  onOpen: () => void
}

/** A message of the contact form, with its actions. */
export function MessageCard({ message, rowProps, onOpen }: MessageCardProps) {
  const changeStatus = useChangeStatus(message)
  const { ask, isPending } = useNotifiedAction({
    failed: 'Failed to delete message',
    isDanger: true,
    refresh: refreshMail,
  })
  const remove = () =>
    ask(
      'Delete this message?',
      `“${message.subject}” will be gone for good.`,
      'Delete',
      () => removeMessage(message.id).then(() => noteDrafts.drop(message.id)),
      'Message Deleted',
    )
  const mayChange = useMay('PUT /api/admin/contact-messages/:id')
  const mayDelete = useMay('DELETE /api/admin/contact-messages/:id')
  const titleId = `message-${message.id}`
  return (
    <article className="card" aria-labelledby={titleId} {...rowProps}>
      <header className="card-head">
        <h2 id={titleId}>{message.subject}</h2>
        <StatusBadge statuses={mailStatuses} value={message.status} />
        <Age message={message} />
        {message.assignee && <span className="hint">Assigned to {message.assignee.name}</span>}
        <CopyableId id={message.id} what="message id" />
        <Time className="hint" at={message.createdAt} />
        <span className="card-actions">
          <StatusSelect
            statuses={mailStatuses}
            value={message.status}
            disabled={!mayChange}
            label={`Status of ${message.subject}`}
            onChange={changeStatus.mutate}
          />
          <Button icon={<MessageOutlined />} onClick={onOpen}>
            {message.replyCount === 0 ? 'Answer' : `Thread (${message.replyCount})`}
          </Button>
          <Button icon={<MailOutlined />} href={replyLink(message)} title="With your own mail program">
            Reply
          </Button>
          {mayDelete && (
            <Button danger icon={<DeleteOutlined />} loading={isPending} onClick={remove}>
              Delete
            </Button>
          )}
        </span>
      </header>
      <div className="card-columns">
        <div>
          <p className="card-line">
            <strong>{message.name}</strong> <span className="hint">{message.email}</span>
          </p>
          <p className="card-text">{message.message}</p>
        </div>
        <NotesField message={message} />
      </div>
    </article>
  )
}

/** A mail link to the sender. The sender chose the address, so it is encoded and cannot add mail headers. */
function replyLink({ email, subject }: ContactMessage) {
  const address = encodeURIComponent(email).replace('%40', '@')
  return `mailto:${address}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}
