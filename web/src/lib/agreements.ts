import type { Agreement } from '@prankpost/contracts/agreement'
import { type Guard, nullable, shape, text } from '@prankpost/web-kit'
import { optional } from './optional.ts'

/** The guards of an agreement. Values of a newer server are accepted, and shown as they are. */
export const agreementFields = {
  kind: text as Guard<string> as Guard<Agreement['kind']>,
  version: text,
  wording: text,
  price: nullable(text),
  interval: nullable(text as Guard<string> as Guard<'month'>),
  agreedAt: text,
}

/** Accepts an agreement, or none: a server of an earlier version leaves it out. */
export const optionalAgreement = optional(shape<Agreement>(agreementFields))
