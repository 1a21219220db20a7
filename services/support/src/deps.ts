import type { Limit, LimitStore } from '@prankpost/service-kit'
import type { MessageModel } from './message.model.ts'

/** The dependencies of the use cases of support. */
export interface Deps {
  messages: MessageModel
  limits: LimitStore
  /** Messages per address. */
  submissions: Limit
  /** Messages per given e-mail address. */
  submissionsOfEmail: Limit
}
