import type { AuditEntry } from '@prankpost/contracts/audit'
import { formatDateTime, parseJson } from '@prankpost/web-kit'
import { Drawer } from 'antd'
import { Copyable } from '../../components/copyable.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { actionOf, recordsOf } from './descriptions.ts'
import { Outcome } from './entries-table.tsx'
import { serviceMap } from './services.ts'

interface EntryDrawerProps {
  /** Undefined when it is not on the current page. */
  entry: AuditEntry | undefined
  onClose: () => void
}

/** All fields of an entry. */
export default function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  return (
    <Drawer title={entry ? actionOf(entry) : 'Audit'} size={720} open onClose={onClose}>
      {entry ? (
        <Contents entry={entry} />
      ) : (
        <EmptyState title="Not on This Page" hint="Search for its id, or go to an older page." />
      )}
    </Drawer>
  )
}

function Contents({ entry }: { entry: AuditEntry }) {
  const { body } = entry
  return (
    <>
      <Facts facts={factsOf(entry)} />
      {body !== null && (
        <>
          <h3 className="audit-body-head">Body</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard. */}
          <pre className="raw-content audit-body" tabIndex={0}>
            {readable(body)}
          </pre>
        </>
      )}
    </>
  )
}

function factsOf(entry: AuditEntry) {
  const { at, actor, address, requestId, endpoint, service, params, outcome } = entry
  return {
    Outcome: (
      <>
        <Outcome entry={entry} />
        {outcome === null
          ? 'The process ended before it could say; it may have been done.'
          : `Status ${outcome.status}, after ${outcome.ms} ms`}
      </>
    ),
    ...(entry.records !== null && { 'Handed out': recordsOf(entry) }),
    Time: (
      <>
        {formatDateTime(at)} <span className="hint">{at}</span>
      </>
    ),
    Who: `${actor}, from ${address}`,
    Service: <StatusBadge statuses={serviceMap} value={service} />,
    Call: <code>{endpoint}</code>,
    ...Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, <Copyable key={name} what={name} text={value} />]),
    ),
    ...(requestId !== '' && { 'Request id': <Copyable what="request id" text={requestId} /> }),
  }
}

/** Indented JSON; a body that was truncated, because it was too long, is returned unchanged. */
function readable(body: string): string {
  const value = parseJson(body)
  return value === undefined ? body : JSON.stringify(value, null, 2)
}
