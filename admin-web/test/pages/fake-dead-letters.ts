import type { DeadLetterEntry } from '@prankpost/contracts/dead-letter'
import { serviceNames } from '@prankpost/contracts/services'
import type { FakeApi } from './fake-api.ts'

/** Gives the API dead letters: a replayed one is removed, or fails again if `isPoison` returns true. */
export function layDeadLetters(
  api: FakeApi,
  letters: DeadLetterEntry[],
  isPoison: (letter: DeadLetterEntry) => boolean = () => false,
) {
  let lying = [...letters]
  for (const service of serviceNames) {
    api.plans[`GET /api/admin/dead-letters/${service}`] = ({ query }) => {
      const items = lying.filter((letter) => letter.service === service)
      return { body: { items: items.slice(0, Number(query.get('limit') ?? 200)), total: items.length } }
    }
    api.plans[`POST /api/admin/dead-letters/${service}/replay`] = ({ body }) => {
      const { event, ids } = body as { event?: string; ids?: string[] }
      const isMeant = (letter: DeadLetterEntry) =>
        letter.service === service &&
        (event === undefined || letter.event === event) &&
        (ids === undefined || ids.includes(letter.id))
      const replayed = lying.filter(isMeant)
      const again = replayed
        .filter(isPoison)
        .map((letter) => ({ ...letter, failedAt: '2026-11-21T12:00:00.000Z', failures: letter.failures + 5 }))
      lying = [...again, ...lying.filter((letter) => !isMeant(letter))]
      return { body: { replayed: replayed.length } }
    }
  }
}

/** How often the messages of a service were read so far; reads of counts are not included. */
export const readsOf = (api: FakeApi, service: string) =>
  api.callsOf(`GET /api/admin/dead-letters/${service}`).filter(({ query }) => query.get('limit') !== '0')
    .length

/** The replays that were requested so far, by service. */
export const replaysOf = (api: FakeApi) =>
  api.calls.flatMap(({ key, body }) => {
    const service = /^POST \/api\/admin\/dead-letters\/(.+)\/replay$/.exec(key)?.[1]
    return service ? [{ service, ...body }] : []
  })
