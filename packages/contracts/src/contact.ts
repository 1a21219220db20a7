import { z } from 'zod'
import { avatarIds, defaultAvatar } from './constants.ts'
import { line, objectId } from './primitives.ts'
import { usStates } from './us-states.ts'
import { withZipCheck } from './zip-codes.ts'

/** A two-letter USPS code; accepted in any case, returned in upper case. */
export const usState = z
  .string({ error: 'State is required' })
  .trim()
  .toUpperCase()
  .pipe(z.enum(usStates, 'State must be a two-letter US state code'))

/** `12345` or `12345-6789`. */
export const zipCode = z
  .string({ error: 'ZIP code is required' })
  .trim()
  .regex(/^\d{5}(-\d{4})?$/, 'ZIP code must look like 12345 or 12345-6789')

/** A complete US postal address with the name on the parcel. Whole addresses are checked with `checkedPostalAddress`. */
export const postalAddress = z.object({
  name: line(100, 'Name'),
  address: line(200, 'Address'),
  /** Apartment, suite, unit, building or floor; null for none. */
  address2: line(100, 'Address line 2', 0)
    .nullish()
    .transform((text) => text || null),
  city: line(100, 'City'),
  state: usState,
  zipCode,
})
export type PostalAddress = z.infer<typeof postalAddress>

/** A postal address whose ZIP code is in its state. */
export const checkedPostalAddress = withZipCheck(postalAddress)

export const profilePicture = z.enum(avatarIds)

const contactFields = postalAddress.extend({ profilePicture: profilePicture.default(defaultAvatar) })

/** Body of PUT /api/contacts/:id. */
export const contactInput = withZipCheck(contactFields)
export type ContactInput = z.infer<typeof contactInput>

/** Body of POST /api/contacts. With an `idempotencyKey`, repeating the call returns the same target and adds nothing. */
export const newContactInput = withZipCheck(contactFields.extend({ idempotencyKey: z.uuid().optional() }))
export type NewContactInput = z.infer<typeof newContactInput>

/** Body of PATCH /api/contacts/:id: at least one field of a contact. */
export const contactPatch = postalAddress
  .extend({ profilePicture })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change')

/** A target as customers and the operator see it. Its texts are as stored, possibly under earlier validation rules. */
export const contact = postalAddress.extend({
  id: objectId,
  name: z.string(),
  address: z.string(),
  address2: z.string().nullable().default(null),
  city: z.string(),
  profilePicture,
})
export type Contact = z.infer<typeof contact>
