import { adminPasswordHeader, type DeadLetterEntry, type DeadLetterList, events } from '@prankpost/contracts'
import type { Playground } from './playground.ts'

/** Why a message that lies dead does no harm: which messages, and the reason. */
interface Explanation {
  applies(letter: DeadLetterEntry): boolean
  why: string
}

/** A dead letter with the reason why it does no harm, or null: then it is a failure of the run. */
export interface JudgedLetter {
  letter: DeadLetterEntry
  why: string | null
}

/**
 * There is none: whatever dies, a message that cannot be handled yet waits in the retry stages for over an hour, and
 * nobody here sends one that cannot be taken in at all. Who finds a harmless kind adds it here, with the reason.
 */
const explanations: Explanation[] = []

/** The services that read events, and so can have dead letters. */
const readers = [...new Set(Object.values(events).flatMap((event): readonly string[] => event.readers))]

/** Reads all dead letters as the operator would. @throws when a service does not answer */
export async function readDeadLetters(stack: Playground): Promise<DeadLetterEntry[]> {
  const running = readers.filter((reader) => stack.processes.some(({ spec }) => spec.name === reader))
  const lists = await Promise.all(
    running.map(async (service) => {
      const response = await fetch(`${stack.baseUrl}/api/admin/dead-letters/${service}`, {
        headers: { [adminPasswordHeader]: stack.adminPassword },
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) throw new Error(`dead letters of ${service}: ${response.status}`)
      return (await response.json()) as DeadLetterList
    }),
  )
  return lists.flatMap(({ items }) => items)
}

/** Looks for the reason of each. */
export const judge = (letters: DeadLetterEntry[], known = explanations): JudgedLetter[] =>
  letters.map((letter) => ({ letter, why: known.find(({ applies }) => applies(letter))?.why ?? null }))
