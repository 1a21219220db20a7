import { RedoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import type { Replay } from './api.ts'
import { type DeadLetter, type EventDeadLetters, replaysOf, type ServiceDeadLetters } from './dead-letters.ts'
import { DeadLettersTable } from './dead-letters-table.tsx'
import { serviceMap } from './services.ts'

const shownAtFirst = 25

interface Shared extends Omit<ComponentProps<typeof DeadLettersTable>, 'label' | 'deadLetters' | 'onSelect'> {
  /** Whether the search hides some messages, so that 'all' would include hidden ones. */
  isFiltered: boolean
  onSelect: (of: DeadLetter[], keys: string[]) => void
  onReplayMany: (replays: Replay[], which: string, deadLetters: DeadLetter[], count: number) => void
}

/** The dead letters of one service, grouped by event. */
export function ServiceSection({ of, ...shared }: Shared & { of: ServiceDeadLetters }) {
  const { service, total, shown, events } = of
  const { label } = serviceMap[service]
  const deadLetters = events.flatMap((event) => event.deadLetters)
  const isAllOfIt = events.length === 1 && shown === total
  return (
    <section className="letters-service" aria-label={label}>
      <header>
        <h2>{label}</h2>
        <span className="hint">
          {total} dead{shown < total && `, the latest ${shown} shown`}
        </span>
        {!shared.isFiltered && !isAllOfIt && (
          <Button
            size="small"
            icon={<RedoOutlined aria-hidden />}
            onClick={() =>
              shared.onReplayMany([{ service }], `All dead letters of ${label}`, deadLetters, total)
            }
          >
            Replay all {total} of {label}
          </Button>
        )}
      </header>
      {events.map((event) => (
        <EventSection key={event.event} of={event} service={of} {...shared} />
      ))}
    </section>
  )
}

function EventSection(props: Shared & { of: EventDeadLetters; service: ServiceDeadLetters }) {
  const { of, service, isFiltered, onSelect, onReplayMany, ...table } = props
  const { event, deadLetters } = of
  const [isLong, setIsLong] = useState(false)
  const visible = isLong ? deadLetters : deadLetters.slice(0, shownAtFirst)
  // When a service has more dead letters than are shown, the total of this event is unknown.
  const isKnown = service.shown === service.total
  const isAll = !isFiltered
  const { label } = serviceMap[service.service]
  return (
    <div className="letters-event">
      <header>
        <h3>{event}</h3>
        <span className="hint">{deadLetters.length}</span>
        <Button
          size="small"
          aria-label={`Replay ${isAll ? 'all' : 'those found'} of ${event} in ${label}`}
          icon={<RedoOutlined aria-hidden />}
          onClick={() =>
            onReplayMany(
              isAll ? [{ service: service.service, event }] : replaysOf(deadLetters),
              isAll ? `All of ${event} in ${label}` : `Those of ${event} in ${label} that the search finds`,
              deadLetters,
              deadLetters.length,
            )
          }
        >
          {isAll ? 'Replay all' : 'Replay those found'}
          {(isKnown || !isAll) && ` (${deadLetters.length})`}
        </Button>
      </header>
      <DeadLettersTable
        label={`${event} in ${label}`}
        deadLetters={visible}
        onSelect={(keys) => onSelect(visible, keys)}
        {...table}
      />
      {visible.length < deadLetters.length && (
        <Button type="link" onClick={() => setIsLong(true)}>
          Show {deadLetters.length - visible.length} more
        </Button>
      )}
    </div>
  )
}
