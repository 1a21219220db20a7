import { DeleteOutlined, MailOutlined } from '@ant-design/icons'
import type { ContactMessage } from '@prankpost/contracts/support'
import { formatDateTime } from '@prankpost/web-kit'
import { Button } from 'antd'
import type { HTMLAttributes, Ref } from 'react'
import { CopyableId } from '../../components/copyable-id.tsx'
import { StatusBadge, StatusSelect } from '../../components/status-badge.tsx'
import { mailStatuses } from '../../components/statuses.ts'
import { useMay } from '../../lib/me.ts'
import { useChangeStatus } from './actions/use-change-status.ts'
import { useRemoveMessage } from './actions/use-remove-message.ts'
import { NotesField } from './notes/notes-field.tsx'

interface MessageCardProps {
  message: ContactMessage
  rowProps: HTMLAttributes<HTMLElement> & { ref: Ref<HTMLElement> }
}

/** A message of the contact form, with its actions. */
export function MessageCard({ message, rowProps }: MessageCardProps) {
  const changeStatus = useChangeStatus(message)
  const { confirmAndRemove, isPending } = useRemoveMessage(message)
  const mayChange = useMay('PUT /api/admin/contact-messages/:id')
  const mayDelete = useMay('DELETE /api/admin/contact-messages/:id')
  const titleId = `message-${message.id}`
  return (
    <article className="card" aria-labelledby={titleId} {...rowProps}>
      <header className="card-head">
        <h2 id={titleId}>{message.subject}</h2>
        <StatusBadge statuses={mailStatuses} value={message.status} />
        <CopyableId id={message.id} what="message id" />
        <time className="hint" dateTime={message.createdAt}>
          {formatDateTime(message.createdAt)}
        </time>
        <span className="card-actions">
          <StatusSelect
            statuses={mailStatuses}
            value={message.status}
            disabled={!mayChange}
            label={`Status of ${message.subject}`}
            onChange={changeStatus.mutate}
          />
          <Button icon={<MailOutlined />} href={replyLink(message)}>
            Reply
          </Button>
          {mayDelete && (
            <Button danger icon={<DeleteOutlined />} loading={isPending} onClick={confirmAndRemove}>
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
