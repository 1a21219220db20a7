import { z } from 'zod'
import { email, line, objectId, timestamp } from './primitives.ts'

/** The signed-in customer. */
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

/** Whether the customer has verified the account's e-mail address. */
export const emailVerification = z.object({ email: z.string(), verified: z.boolean() })

/** The purpose of a link in a mail. */
export const mailLinkPurposes = ['verify-email', 'reset-password'] as const
export type MailLinkPurpose = (typeof mailLinkPurposes)[number]

/** The token of a link in a mail. It identifies the account and the purpose, and can be used once. */
const linkToken = z.string({ error: 'The link is incomplete' }).min(1, 'The link is incomplete').max(2_000)
export const verifyEmailInput = z.object({ token: linkToken })
export const forgotPasswordInput = z.object({ email })
export const changePasswordInput = z.object({
  currentPassword: z
    .string({ error: 'Your current password is required' })
    .min(1, 'Your current password is required')
    .max(200),
  newPassword,
})
export const resetPasswordInput = z.object({ token: linkToken, password: newPassword })

/** The claims of a session token, which auth signs and every service trusts. */
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
   * When the password that started this session was set, in milliseconds. When a newer password is set, all sessions with
   * older ones are invalid. The order of sign-in and password change therefore does not depend on clocks.
   */
  passwordSetAt: z.int(),
})

/** A missing password is not a validation error: auth answers with 401 (design, section 5). */
export const adminLoginInput = z.object({ password: z.string().trim().max(200).default('') })
