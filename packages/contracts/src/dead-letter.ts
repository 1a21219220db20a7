import { z } from 'zod'
import { pascalCase } from './endpoint.ts'
import type { ReaderService } from './services.ts'

/** A message that a service could not take in: what, why, when, how often. */
export const deadLetter = z.object({
  id: z.string(),
  service: z.string(),
  event: z.string(),
  reason: z.string(),
  failedAt: z.string(),
  /** Tries in all. */
  failures: z.int(),
  /** The message as it stands on the broker; of a very long one the beginning. */
  content: z.string(),
})
export type DeadLetterEntry = z.infer<typeof deadLetter>

/** `total` counts all that lie dead, `items` shows at most 200 of them, the latest failure first. */
export const deadLetterList = z.object({ items: z.array(deadLetter), total: z.int() })
export type DeadLetterList = z.infer<typeof deadLetterList>

/** How many of a service's dead letters to show. A limit of 0 answers the total alone. */
export const deadLetterQuery = z.object({ limit: z.coerce.number().int().min(0).max(200).default(200) })

/** Body of the replay: some messages of one event's queue, or without `ids` all that the service has. */
export const replayInput = z
  .object({
    event: z.string().max(100).optional(),
    ids: z.array(z.string().min(1).max(100)).min(1).max(200).optional(),
  })
  .refine(({ event, ids }) => ids === undefined || event !== undefined, 'Say of which event they are')
export const replayAnswer = z.object({ replayed: z.int() })

/** 200 ids of 100 characters are 20 kB. */
const replayMaxBytes = 32_768

/** The endpoints of one service's dead letters: each has its own, as each has its own queues. */
export const deadLetterEndpoints = <S extends ReaderService>(service: S) =>
  ({
    [`GET /api/admin/dead-letters/${service}`]: {
      operationId: `listDeadLettersOf${pascalCase(service)}`,
      summary: `Events that ${service} could not take in`,
      service,
      access: 'admin',
      status: 200,
      query: deadLetterQuery,
      answer: deadLetterList,
    },
    [`POST /api/admin/dead-letters/${service}/replay`]: {
      operationId: `replayDeadLettersOf${pascalCase(service)}`,
      summary: `Give ${service} its dead letters once more`,
      service,
      access: 'admin',
      status: 200,
      body: replayInput,
      maxBodyBytes: replayMaxBytes,
      answer: replayAnswer,
    },
  }) as DeadLetterEndpoints<S>

type DeadLetterEndpoints<S extends ReaderService> = {
  [K in `GET /api/admin/dead-letters/${S}`]: {
    operationId: string
    summary: string
    service: S
    access: 'admin'
    status: 200
    query: typeof deadLetterQuery
    answer: typeof deadLetterList
  }
} & {
  [K in `POST /api/admin/dead-letters/${S}/replay`]: {
    operationId: string
    summary: string
    service: S
    access: 'admin'
    status: 200
    body: typeof replayInput
    maxBodyBytes: number
    answer: typeof replayAnswer
  }
}
