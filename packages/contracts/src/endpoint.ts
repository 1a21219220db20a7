import { z } from 'zod'
import { objectId } from './primitives.ts'
import type { ServiceName } from './services.ts'

/** One public endpoint: what it does, its service, who may call it, its request and its response. */
export interface Endpoint {
  /** The name of the operation in the API document. */
  operationId: string
  /** What it does, in a few words. */
  summary: string
  /** What a caller has to know besides, in Markdown. */
  description?: string
  /** Failures of its own, besides those that every endpoint of its kind has. */
  fails?: readonly (401 | 402 | 404 | 409 | 422)[]
  /** Whether the response sets or clears the session's cookie. */
  setsCookie?: true
  service: ServiceName
  /** Who may call: anybody, a signed-in customer, the operator (admin password). */
  access: 'public' | 'customer' | 'admin'
  /** Status of the good answer; 204 and 302 have no body. */
  status: 200 | 201 | 204 | 302
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The largest body in bytes; default `defaultMaxBodyBytes`. A larger one is a 413. */
  maxBodyBytes?: number
  /** JSON. */
  answer?: z.ZodType
  /** Why an endpoint of the operator is left out of the audit trail: it hands out no personal data. */
  unaudited?: string
  /** The media type of an answer that is a file. */
  file?: 'text/csv' | 'application/pdf' | 'application/json'
}

/** A map of endpoints by method and path. */
export type Endpoints = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`, Endpoint>

/** `order-paid` -> `OrderPaid`: how API documents name things. */
export const pascalCase = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Enough for every form and for 200 ids. */
export const defaultMaxBodyBytes = 16_384

/** The one parameter of a path that names a thing. */
export const idParams = z.object({ id: objectId })

/** An answer that is a sentence for a person. */
export const messageAnswer = z.object({ message: z.string() })
