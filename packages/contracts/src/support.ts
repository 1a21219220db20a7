import { z } from 'zod'
import { adminListOf, email, line, objectId, paragraph, timestamp } from './primitives.ts'
import { visibleText } from './visible-text.ts'

export const contactMessageStatuses = ['new', 'in_progress', 'resolved'] as const
export type ContactMessageStatus = (typeof contactMessageStatuses)[number]

/** Body of POST /api/contact-submit. */
export const contactSubmitInput = z.object({
  name: line(100, 'Name'),
  email,
  subject: line(150, 'Subject'),
  message: paragraph(5_000, 'Message'),
})
export type ContactSubmitInput = z.infer<typeof contactSubmitInput>

/** A contact-form message as the operator sees it; `adminNotes` is null while there are none. */
export const contactMessage = z.object({
  id: objectId,
  subject: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  status: z.enum(contactMessageStatuses),
  adminNotes: z.string().nullable(),
  createdAt: timestamp,
})
export type ContactMessage = z.infer<typeof contactMessage>
export const contactMessageList = adminListOf(contactMessage)

// Not trimmed: notes are saved while they are typed, and a space at the end is a word about to come.
const notes = z
  .string()
  .max(5_000, 'Admin Notes must be at most 5000 characters')
  .refine((text) => !text.includes('\0'), 'Admin Notes contain characters that cannot be used')
const adminNotes = notes.overwrite(visibleText).nullable()
// Compared with what is stored, which may be from before texts were made visible.
const previousNotes = notes.nullable()
const status = z.enum(contactMessageStatuses, 'There is no such status')

/**
 * Body of PUT /api/admin/contact-messages/:id: any part, but some part. `previous` holds what the
 * sender saw in the fields that it changes; a field that was changed by somebody else since is then
 * refused with 409 and not overwritten.
 */
export const contactMessagePatch = z
  .object({
    status: status.optional(),
    adminNotes: adminNotes.optional(),
    previous: z.object({ status: status.optional(), adminNotes: previousNotes.optional() }).optional(),
  })
  .refine((patch) => patch.status !== undefined || patch.adminNotes !== undefined, 'Nothing to change')
export type ContactMessagePatch = z.infer<typeof contactMessagePatch>
