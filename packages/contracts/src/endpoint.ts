import { z } from 'zod'
import { objectId } from './primitives.ts'
import type { ServiceName } from './services.ts'

/** One public endpoint: whose it is, who may call it, what goes in and what comes out. */
export interface Endpoint {
  service: ServiceName
  /** Who may call: anybody, a signed-in customer, the operator (admin password). */
  access: 'public' | 'customer' | 'admin'
  /** Status of the good answer; 204 and 302 have no body. */
  status: 200 | 201 | 204 | 302
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** JSON. */
  answer?: z.ZodType
  /** The media type of an answer that is a file. */
  file?: 'text/csv' | 'application/pdf' | 'application/json'
}

/** A map of endpoints by method and path. */
export type Endpoints = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`, Endpoint>

/** The one parameter of a path that names a thing. */
export const idParams = z.object({ id: objectId })

/** An answer that is a sentence for a person. */
export const messageAnswer = z.object({ message: z.string() })
