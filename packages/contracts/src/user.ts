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

const newPassword = z
  .string({ error: 'Password is required' })
  .min(8, 'Password must be at least 8 characters')
  .max(200, 'Password must be at most 200 characters')

export const loginInput = z.object({
  email,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(200),
})

export const registerInput = z.object({
  email,
  password: newPassword,
  firstName: line(100, 'First name'),
  lastName: line(100, 'Last name'),
})
export type RegisterInput = z.infer<typeof registerInput>

/** Whether the account's e-mail address was shown to be its owner's. */
export const emailVerification = z.object({ email: z.string(), verified: z.boolean() })

/** What a link in a mail is for. */
export const mailLinkPurposes = ['verify-email', 'reset-password'] as const
export type MailLinkPurpose = (typeof mailLinkPurposes)[number]

/** What a link in a mail carries: it says who and what for, and is worth nothing once it was used. */
const linkToken = z.string({ error: 'The link is incomplete' }).min(1, 'The link is incomplete').max(2_000)
export const verifyEmailInput = z.object({ token: linkToken })
export const forgotPasswordInput = z.object({ email })
export const changePasswordInput = z.object({
  currentPassword: z
    .string({ error: 'Your present password is required' })
    .min(1, 'Your present password is required')
    .max(200),
  newPassword,
})
export const resetPasswordInput = z.object({ token: linkToken, password: newPassword })

/** What a session's token says of its owner; signed by auth, believed by every service. */
export const sessionClaims = z.object({
  sub: objectId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The session's id. */
  jti: z.uuid(),
  iat: z.int(),
  exp: z.int(),
  /**
   * When the password was set that the session was started with, in milliseconds. Once a newer one is set
   * all sessions of older ones are void: no clock is asked whether a sign-in came before or after that.
   */
  passwordSetAt: z.int(),
})

/** A missing password is not a validation failure: auth answers it with 401 (design, section 5). */
export const adminLoginInput = z.object({ password: z.string().trim().max(200).default('') })
