import type { AdminCase } from '@prankpost/contracts/case'
import { formatDateTime, shortId } from '@prankpost/web-kit'
import { Button } from 'antd'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useMay } from '../../lib/me.ts'
import { caseStatuses } from './statuses.ts'

interface CaseCardProps {
  reported: AdminCase
  onClose: () => void
  onReveal: () => void
}

/** A case: the reports, and how it was closed. */
export function CaseCard({ reported, onClose, onReveal }: CaseCardProps) {
  const { id, status, openedAt, isErased, reports, closed } = reported
  const mayClose = useMay('POST /api/admin/cases/:id/close')
  const mayReveal = useMay('POST /api/admin/cases/:id/sender')
  const titleId = `case-${id}`
  return (
    <article className="card" aria-labelledby={titleId}>
      <header className="card-head">
        <h2 id={titleId}>Case {shortId(id)}</h2>
        <StatusBadge statuses={caseStatuses} value={status} />
        <span className="hint">Opened {formatDateTime(openedAt)}</span>
        <span className="card-actions">
          {mayReveal && <Button onClick={onReveal}>Show Sender</Button>}
          {mayClose && status === 'open' && <Button onClick={onClose}>Close Case</Button>}
        </span>
      </header>
      {reports.map(({ message, at }) => (
        <p key={`${at} ${message}`} className="card-line">
          Reported {formatDateTime(at)}
          {message === null ? ' without a message.' : `: “${message}”`}
        </p>
      ))}
      {isErased && (
        <p className="card-line hint">
          The address of this parcel was erased before the report: nothing is held by this case.
        </p>
      )}
      {closed && (
        <p className="card-line hint">
          {closed.outcome === 'blocked' ? 'Address blocked' : 'Dismissed'} by {closed.by},{' '}
          {formatDateTime(closed.at)}: {closed.note}
        </p>
      )}
    </article>
  )
}
