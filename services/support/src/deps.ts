import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { Limit, LimitStore, SignedLinks } from '@prankpost/service-kit'
import type { Message, MessageModel } from './message.model.ts'
import type { TemplateModel } from './template.model.ts'

/** Creates events that support owns. */
export const emit = createEmitter('support')

/** The dependencies of the use cases of support. */
export interface Deps {
  messages: MessageModel
  templates: TemplateModel
  outbox: Outbox<Message>
  limits: LimitStore
  /** Messages and answers per address. */
  submissions: Limit
  /** Messages per given e-mail address. */
  submissionsOfEmail: Limit
  /** The links to threads in mails. */
  links: SignedLinks
  /** The current time by the clock of the database. */
  now: () => Date
}
