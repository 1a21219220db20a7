import { z } from 'zod'
import { pascalCase } from './endpoint.ts'
import { may } from './operator.ts'
import { type ServiceName, serviceNames } from './services.ts'

/** A message that a service could not handle: its content, reason, time and number of failures. */
export const deadLetter = z.object({
  id: z.string(),
  service: z.string(),
  event: z.string(),
  reason: z.string(),
  failedAt: z.string(),
  /** The number of failed attempts. */
  failures: z.int(),
  /** The message as stored on the broker; only the beginning if it is very long. */
  content: z.string(),
})
export type DeadLetterEntry = z.infer<typeof deadLetter>

/** `total` counts all dead letters, `items` contains at most 200 of them, latest failure first. */
export const deadLetterList = z.object({ items: z.array(deadLetter), total: z.int() })
export type DeadLetterList = z.infer<typeof deadLetterList>

/** How many of a service's dead letters to return. A limit of 0 returns only the total. */
export const deadLetterQuery = z.object({ limit: z.coerce.number().int().min(0).max(200).default(200) })

/** Body of the replay: some messages of one event (`event`, `ids`), all of one event, or all of the service (`{}`). */
export const replayInput = z
  .object({
    event: z.string().max(100).optional(),
    ids: z.array(z.string().min(1).max(100)).min(1).max(200).optional(),
  })
  .refine(({ event, ids }) => ids === undefined || event !== undefined, 'State the event of these ids')
export const replayAnswer = z.object({ replayed: z.int() })

/** 200 ids of 100 characters take 20 kB. */
const replayMaxBytes = 32_768

const shared = { access: 'admin', roles: may.manage, status: 200 } as const

const listOf = <S extends ServiceName>(service: S) =>
  ({
    operationId: `listDeadLettersOf${pascalCase(service)}`,
    summary: `List events that ${service} could not handle`,
    service,
    ...shared,
    query: deadLetterQuery,
    answer: deadLetterList,
  }) as const

const replayOf = <S extends ServiceName>(service: S) =>
  ({
    operationId: `replayDeadLettersOf${pascalCase(service)}`,
    summary: `Replay dead letters of ${service}`,
    service,
    ...shared,
    body: replayInput,
    maxBodyBytes: replayMaxBytes,
    answer: replayAnswer,
  }) as const

/** The endpoints of dead letters: each service has its own, because it has its own queues. */
export const deadLetterApi = Object.fromEntries(
  serviceNames.flatMap((service) => [
    [`GET /api/admin/dead-letters/${service}`, listOf(service)],
    [`POST /api/admin/dead-letters/${service}/replay`, replayOf(service)],
  ]),
) as unknown as {
  [S in ServiceName as `GET /api/admin/dead-letters/${S}`]: ReturnType<typeof listOf<S>>
} & {
  [S in ServiceName as `POST /api/admin/dead-letters/${S}/replay`]: ReturnType<typeof replayOf<S>>
}
