import { RedoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import type { Replay } from './api.ts'
import { type EventLetters, type Letter, replaysOf, type ServiceLetters } from './letters.ts'
import { LettersTable } from './letters-table.tsx'
import { serviceMap } from './services.ts'

const shownAtFirst = 25

interface Shared extends Omit<ComponentProps<typeof LettersTable>, 'label' | 'letters' | 'onSelect'> {
  /** Whether the search hides some, so that 'all' would mean more than is seen. */
  isNarrowed: boolean
  onSelect: (of: Letter[], keys: string[]) => void
  onReplayMany: (replays: Replay[], which: string, letters: Letter[], count: number) => void
}

/** One service's dead letters, an event after the other. */
export function ServiceSection({ of, ...shared }: Shared & { of: ServiceLetters }) {
  const { service, total, shown, events } = of
  const { label } = serviceMap[service]
  const letters = events.flatMap((event) => event.letters)
  const isAllOfIt = events.length === 1 && shown === total
  return (
    <section className="letters-service" aria-label={label}>
      <header>
        <h2>{label}</h2>
        <span className="hint">
          {total} dead{shown < total && `, the latest ${shown} shown`}
        </span>
        {!shared.isNarrowed && !isAllOfIt && (
          <Button
            size="small"
            icon={<RedoOutlined aria-hidden />}
            onClick={() => shared.onReplayMany([{ service }], `All dead letters of ${label}`, letters, total)}
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

function EventSection(props: Shared & { of: EventLetters; service: ServiceLetters }) {
  const { of, service, isNarrowed, onSelect, onReplayMany, ...table } = props
  const { event, letters } = of
  const [isLong, setIsLong] = useState(false)
  const visible = isLong ? letters : letters.slice(0, shownAtFirst)
  // Of a flooded service more of this event may lie dead than is shown.
  const isKnown = service.shown === service.total
  const isAll = !isNarrowed
  const { label } = serviceMap[service.service]
  return (
    <div className="letters-event">
      <header>
        <h3>{event}</h3>
        <span className="hint">{letters.length}</span>
        <Button
          size="small"
          aria-label={`Replay ${isAll ? 'all' : 'those found'} of ${event} in ${label}`}
          icon={<RedoOutlined aria-hidden />}
          onClick={() =>
            onReplayMany(
              isAll ? [{ service: service.service, event }] : replaysOf(letters),
              isAll ? `All of ${event} in ${label}` : `Those of ${event} in ${label} that the search finds`,
              letters,
              letters.length,
            )
          }
        >
          {isAll ? 'Replay all' : 'Replay those found'}
          {(isKnown || !isAll) && ` (${letters.length})`}
        </Button>
      </header>
      <LettersTable
        label={`${event} in ${label}`}
        letters={visible}
        onSelect={(keys) => onSelect(visible, keys)}
        {...table}
      />
      {visible.length < letters.length && (
        <Button type="link" onClick={() => setIsLong(true)}>
          Show {letters.length - visible.length} more
        </Button>
      )}
    </div>
  )
}
