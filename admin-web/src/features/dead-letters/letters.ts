import type { DeadLetterEntry, DeadLetterList } from '@prankpost/contracts/dead-letter'
import type { ReaderService } from '@prankpost/contracts/services'
import type { Replay } from './api.ts'
import { serviceMap } from './services.ts'

/** A dead letter with a name of its own: the same message may lie in several queues, and twice in one. */
export interface Letter extends DeadLetterEntry {
  service: ReaderService
  key: string
}

/** The letters of one event, as its service could not take them in. */
export interface EventLetters {
  event: string
  letters: Letter[]
}

export interface ServiceLetters {
  service: ReaderService
  /** How many lie dead, of which the answer shows the latest. */
  total: number
  shown: number
  events: EventLetters[]
}

/** One service's answer by event, narrowed down to what the search finds. */
export function lettersOf(
  service: ReaderService,
  { items, total }: DeadLetterList,
  q: string | undefined,
): ServiceLetters {
  const seen = new Map<string, number>()
  const letters = items.map((item): Letter => {
    const name = `${service}/${item.event}/${item.id}`
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { ...item, service, key: nth === 1 ? name : `${name}/${nth}` }
  })
  const found = letters.filter((letter) => q === undefined || isFound(letter, q.toLowerCase()))
  const events = [...Map.groupBy(found, ({ event }) => event)]
    .map(([event, members]) => ({ event, letters: members }))
    .sort((a, b) => a.event.localeCompare(b.event))
  return { service, total, shown: items.length, events }
}

function isFound({ service, event, id, reason, content }: Letter, q: string) {
  return [serviceMap[service].label, event, id, reason, content].some((words) =>
    words.toLowerCase().includes(q),
  )
}

/** What to ask for in order to send these letters again: one call for each queue. */
export function replaysOf(letters: readonly Letter[]): Replay[] {
  const queues = Map.groupBy(letters, ({ service, event }) => `${service}/${event}`)
  return [...queues.values()].flatMap((members) => {
    const [first] = members
    const ids = [...new Set(members.map(({ id }) => id))]
    return first ? [{ service: first.service, event: first.event, ids }] : []
  })
}

/** `1 message`, `3 messages`. */
export const messages = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`
