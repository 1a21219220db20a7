import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { Contact, ContactModel } from './contact.model.ts'
import type { TargetDigest } from './target-digest.ts'

/** Makes events that contact owns. */
export const emit = createEmitter('contact')

/** What the use cases of contact work with. */
export interface Deps {
  contacts: ContactModel
  outbox: Outbox<Contact>
  targetDigest: TargetDigest
}
