import { z } from 'zod'
import type { OperatorRole } from './operator.ts'
import { objectId } from './primitives.ts'
import type { ServiceName } from './services.ts'

/** One public endpoint: what it does, its service, who may call it, its request and its response. */
export interface Endpoint {
  /** The name of the operation in the API document. */
  operationId: string
  /** What it does, in a few words. */
  summary: string
  /** Further information for callers, in Markdown. */
  description?: string
  /** Failures that only this endpoint has, in addition to those of every endpoint of its kind. */
  fails?: readonly (401 | 402 | 404 | 409 | 410 | 422)[]
  /** Whether the response sets or clears the session's cookie. */
  setsCookie?: true
  service: ServiceName
  /** Who may call it: everyone, a signed-in customer, or an operator. */
  access: 'public' | 'customer' | 'admin'
  /** The roles of operators that may call it; the shared admin password acts as the owner. */
  roles?: readonly OperatorRole[]
  /** Whether operators may call it before they have set up the one-time codes that their role requires. */
  beforeTotp?: true
  /** Whether customers that an operator blocked are refused (403). */
  refusesBlocked?: true
  /** The status of a successful response; 204 and 302 have no body. */
  status: 200 | 201 | 204 | 302
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The media types of a body that is a file. The use case gets its bytes. The admin password cannot be in it. */
  upload?: readonly string[]
  /** The largest body in bytes; default `defaultMaxBodyBytes`. A larger body is refused with 413. */
  maxBodyBytes?: number
  /** The response body (JSON). */
  answer?: z.ZodType
  /** Why an endpoint of the operator is not audited; it must not return personal data. */
  unaudited?: string
  /** The audit trail records calls without their bodies. */
  hidesBody?: true
  /** The audit trail records bodies without these fields, which lead to a recipient or describe one. */
  hidesFields?: readonly string[]
  /** The media type of a response that is a file. */
  file?: 'text/csv' | 'application/pdf' | 'application/json' | 'image/webp'
  /** The file is stored: sending it does not use a file place, as creating one does. */
  isStored?: true
}

/** An endpoint of operators names the roles that may call it, no other does. */
type Access =
  | { access: 'public' | 'customer'; roles?: never }
  | { access: 'admin'; roles: readonly OperatorRole[] }

/** A map of endpoints by method and path. */
export type Endpoints = Record<
  `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}` | `GET /media/${string}`,
  Endpoint & Access
>

/** `order-paid` -> `OrderPaid`: the names in the API documents. */
export const pascalCase = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Enough for every form and for 200 ids. */
export const defaultMaxBodyBytes = 16_384

/** The path parameter `:id`. */
export const idParams = z.object({ id: objectId })

/** A response that is a sentence for a person. */
export const messageAnswer = z.object({ message: z.string() })
