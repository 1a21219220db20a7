import type { Limit, LimitStore } from '@prankpost/service-kit'
import type { MessageModel } from './message.model.ts'

/** What the use cases of support work with. */
export interface Deps {
  messages: MessageModel
  limits: LimitStore
  /** Messages per address. */
  submissions: Limit
  /** Messages per e-mail address that was given. */
  submissionsOfEmail: Limit
}
