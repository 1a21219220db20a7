import { z } from 'zod'
import { email, line, objectId, timestamp } from './primitives.ts'

/** The customer as they see themselves. */
export const user = z.object({
  id: objectId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  createdAt: timestamp,
})
export type User = z.infer<typeof user>

export const loginInput = z.object({
  email,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(200),
})

export const registerInput = z.object({
  email,
  password: z
    .string({ error: 'Password is required' })
    .min(8, 'Password must be at least 8 characters')
    .max(200, 'Password must be at most 200 characters'),
  firstName: line(100, 'First name'),
  lastName: line(100, 'Last name'),
})
export type RegisterInput = z.infer<typeof registerInput>

/** What a session's token says of its owner; signed by auth, believed by every service. */
export const sessionClaims = z.object({
  sub: objectId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
})

/** A missing password is not a validation failure: auth answers it with 401 (design, section 5). */
export const adminLoginInput = z.object({ password: z.string().trim().max(200).default('') })
