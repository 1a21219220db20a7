import { type ApiKey, auditedServices, readerServices } from '@prankpost/contracts'
import { pascal } from './json.ts'
import { operatorWords } from './operator-words.ts'
import { storeWords } from './store-words.ts'

/** What the contract does not say of an endpoint. */
export interface EndpointWords {
  operationId: string
  summary: string
  description?: string
  /** Failures of its own, besides those that its kind of endpoint has. */
  fails?: readonly (401 | 402 | 404 | 409 | 422)[]
  /** Sets or clears the session's cookie. */
  setsCookie?: true
}

type OwnOfEachService =
  | `GET /api/admin/dead-letters/${string}`
  | `POST /api/admin/dead-letters/${string}/replay`
  | `GET /api/admin/audit/${string}`

// An endpoint without words does not pass the type check.
const written: Record<Exclude<ApiKey, OwnOfEachService>, EndpointWords> = { ...storeWords, ...operatorWords }

/** The words for every endpoint of the contract. */
export const endpointWords: Record<string, EndpointWords> = {
  ...written,
  ...Object.assign({}, ...readerServices.map(deadLetterWords), ...auditedServices.map(auditWords)),
}

function deadLetterWords(service: string): Record<string, EndpointWords> {
  const name = pascal(service)
  return {
    [`GET /api/admin/dead-letters/${service}`]: {
      operationId: `listDeadLettersOf${name}`,
      summary: `Events that ${service} could not take in`,
    },
    [`POST /api/admin/dead-letters/${service}/replay`]: {
      operationId: `replayDeadLettersOf${name}`,
      summary: `Give ${service} its dead letters once more`,
    },
  }
}

function auditWords(service: string): Record<string, EndpointWords> {
  return {
    [`GET /api/admin/audit/${service}`]: {
      operationId: `listAuditOf${pascal(service)}`,
      summary: `What the operator did in ${service}, the latest first`,
    },
  }
}
