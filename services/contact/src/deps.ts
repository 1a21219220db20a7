import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { InternalClient } from '@prankpost/service-kit'
import type { AddressCheck } from './address-check.ts'
import type { Contact, ContactModel } from './contact.model.ts'
import type { TargetDigest } from './target-digest.ts'

/** Creates events that contact owns. */
export const emit = createEmitter('contact')

/** The dependencies of the use cases of contact. */
export interface Deps {
  contacts: ContactModel
  outbox: Outbox<Contact>
  targetDigest: TargetDigest
  addressCheck: AddressCheck
  /** Says whether parcels may be sent to an address. */
  consent: InternalClient
}
