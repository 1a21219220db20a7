import { adminPasswordHeader, type DeadLetterEntry, type DeadLetterList, events } from '@prankpost/contracts'
import type { SharedStack } from '@prankpost/test-harness'

/** The services, gateways and engines that run, by name. */
export interface RunningServices {
  processes: { spec: { name: string } }[]
}

/** The services that consume events and can therefore have dead letters. */
const readers = [...new Set(Object.values(events).flatMap((event): readonly string[] => event.readers))]

/** Reads all dead letters as the operator does. @throws when a service does not answer */
export async function readDeadLetters(
  stack: Pick<SharedStack, 'baseUrl' | 'adminPassword'> & RunningServices,
): Promise<DeadLetterEntry[]> {
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
