import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { InTurn } from './turns.ts'
import type { UserModel } from './user.model.ts'

/** What the use cases of auth work with. */
export interface Deps {
  users: UserModel
  limits: Limits
  passwords: Passwords
  adminPassword: string
  /** One admin password at a time per address. */
  inTurn: InTurn
}
