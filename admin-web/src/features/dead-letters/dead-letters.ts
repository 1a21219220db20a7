import type { DeadLetterEntry, DeadLetterList } from '@prankpost/contracts/dead-letter'
import type { ServiceName } from '@prankpost/contracts/services'
import type { Replay } from './api.ts'
import { serviceMap } from './services.ts'

/** A dead letter with a unique key: the same message may be in several queues, and twice in one. */
export interface DeadLetter extends DeadLetterEntry {
  service: ServiceName
  key: string
}

/** The dead letters of one event in one service. */
export interface EventDeadLetters {
  event: string
  deadLetters: DeadLetter[]
}

export interface ServiceDeadLetters {
  service: ServiceName
  /** The number of all dead letters; the response contains only the latest. */
  total: number
  shown: number
  events: EventDeadLetters[]
}

/** Groups one service's dead letters by event, and filters them by the search. */
export function groupDeadLetters(
  service: ServiceName,
  { items, total }: DeadLetterList,
  q: string | undefined,
): ServiceDeadLetters {
  const seen = new Map<string, number>()
  const deadLetters = items.map((item): DeadLetter => {
    const name = `${service}/${item.event}/${item.id}`
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { ...item, service, key: nth === 1 ? name : `${name}/${nth}` }
  })
  const found = deadLetters.filter((deadLetter) => q === undefined || isFound(deadLetter, q.toLowerCase()))
  const events = [...Map.groupBy(found, ({ event }) => event)]
    .map(([event, members]) => ({ event, deadLetters: members }))
    .sort((a, b) => a.event.localeCompare(b.event))
  return { service, total, shown: items.length, events }
}

function isFound({ service, event, id, reason, content }: DeadLetter, q: string) {
  return [serviceMap[service].label, event, id, reason, content].some((text) =>
    text.toLowerCase().includes(q),
  )
}

/** The calls that replay these dead letters, one for each queue. */
export function replaysOf(deadLetters: readonly DeadLetter[]): Replay[] {
  const queues = Map.groupBy(deadLetters, ({ service, event }) => `${service}/${event}`)
  return [...queues.values()].flatMap((members) => {
    const [first] = members
    const ids = [...new Set(members.map(({ id }) => id))]
    return first ? [{ service: first.service, event: first.event, ids }] : []
  })
}
