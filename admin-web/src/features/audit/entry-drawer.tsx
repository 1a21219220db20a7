import type { AuditEntry } from '@prankpost/contracts/audit'
import { formatDateTime, parseJson } from '@prankpost/web-kit'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { Copyable } from '../../components/copyable.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
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
  const { at, actor, address, requestId, endpoint, service, params, body, outcome } = entry
  return (
    <>
      <dl className="facts">
        <Fact name="Outcome">
          <Outcome entry={entry} />
          {outcome === null
            ? 'The process ended before it could say; it may have been done.'
            : `Status ${outcome.status}, after ${outcome.ms} ms`}
        </Fact>
        {entry.records !== null && <Fact name="Handed out">{recordsOf(entry)}</Fact>}
        <Fact name="Time">
          {formatDateTime(at)} <span className="hint">{at}</span>
        </Fact>
        <Fact name="Who">
          {actor}, from {address}
        </Fact>
        <Fact name="Service">
          <StatusBadge statuses={serviceMap} value={service} />
        </Fact>
        <Fact name="Call">
          <code>{endpoint}</code>
        </Fact>
        {Object.entries(params).map(([name, value]) => (
          <Fact key={name} name={name}>
            <Copyable what={name} text={value} />
          </Fact>
        ))}
        {requestId !== '' && (
          <Fact name="Request id">
            <Copyable what="request id" text={requestId} />
          </Fact>
        )}
      </dl>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Indented JSON; a body that was truncated, because it was too long, is returned unchanged. */
function readable(body: string): string {
  const value = parseJson(body)
  return value === undefined ? body : JSON.stringify(value, null, 2)
}
