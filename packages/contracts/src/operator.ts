import { z } from 'zod'
import { email, line, objectId, timestamp } from './primitives.ts'

/** What an operator may do. Each endpoint of operators names the roles that may call it. */
export const operatorRoles = ['owner', 'manager', 'packer', 'support', 'viewer'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The groups of roles that endpoints name. A packer never sees who paid, so packers are in few of them. */
export const may = {
  /** Operators and their roles. */
  own: ['owner'],
  /** Everything else that changes the shop, and exports of customers' data. */
  manage: ['owner', 'manager'],
  /** Work on parcels: labels, slips, shipping. */
  pack: ['owner', 'manager', 'packer'],
  /** Releases of parcels that are held; a review is ended only by those who answer customers. */
  release: ['owner', 'manager', 'packer', 'support'],
  /** Answers to customers, refunds, cancellations. */
  answer: ['owner', 'manager', 'support'],
  /** Reads of orders, plans, messages and figures. */
  read: ['owner', 'manager', 'support', 'viewer'],
  /** What every operator may do, such as reading the own session. */
  anyone: operatorRoles,
} as const satisfies Record<string, readonly OperatorRole[]>

/** The roles that sign in with a one-time code, too. */
export const rolesWithTotp: readonly OperatorRole[] = ['owner', 'manager']

/** Hours that a session lasts, and minutes without a call after which it ends. */
export const operatorSessionHours = 8
export const operatorIdleMinutes = 30

const name = line(100, 'Name')
const role = z.enum(operatorRoles, 'There is no such role')
const secret = z.string().min(1).max(200)
const code = z.string().trim().max(20)

/** An operator as the owner sees it. `invited` until a password is set with the link of the invitation. */
export const operator = z.object({
  id: objectId,
  name: z.string(),
  email: z.string(),
  role,
  state: z.enum(['invited', 'active']),
  /** Whether signing in requires a one-time code. */
  hasTotp: z.boolean(),
  createdAt: timestamp,
  lastSeenAt: timestamp.nullable(),
})
export type Operator = z.infer<typeof operator>

export const operatorInput = z.object({ name, email, role })
/** Body of PATCH /api/admin/operators/:id. `invite` sends a new link: with it a new password is set. */
export const operatorPatch = z
  .object({ name, role, invite: z.literal(true), resetTotp: z.literal(true) })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change')

/** Body of POST /api/operators/sign-in. `code`: a one-time code, or a recovery code. */
export const operatorSignInInput = z.object({ email, password: secret, code: code.optional() })

/** The operator of a session. `id` is null for the shared admin password. */
export const operatorMe = z.object({
  id: objectId.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  role,
  /** Whether a one-time code must be set up before anything else may be called. */
  needsTotp: z.boolean(),
  hasTotp: z.boolean(),
  /** The endpoints that the role may call, such as `GET /api/admin/orders`. */
  may: z.array(z.string()),
})
export type OperatorMe = z.infer<typeof operatorMe>

/** The link of an invitation. */
export const invitationInput = z.object({ token: z.string().min(1).max(2_000) })
export const invitation = z.object({ name: z.string(), email: z.string(), role })
export const acceptInvitationInput = invitationInput.extend({
  password: z.string().min(12, 'Password must be at least 12 characters').max(200),
})

/** A new secret for one-time codes; used once it is confirmed. `uri` is what an app reads from the QR code. */
export const totpSetup = z.object({ secret: z.string(), uri: z.string() })
export const totpCode = z.object({ code: code.min(6, 'Enter the six digits') })
/** Each recovery code works once instead of a one-time code. They are shown only here. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** A session of the operator who asks. */
export const operatorSession = z.object({
  id: objectId,
  isCurrent: z.boolean(),
  startedAt: timestamp,
  lastSeenAt: timestamp,
  /** The address and browser that it was started from. */
  address: z.string(),
  browser: z.string(),
})
export type OperatorSession = z.infer<typeof operatorSession>
