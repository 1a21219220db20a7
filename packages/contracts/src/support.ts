import { z } from 'zod'
import { adminListOf, adminListQuery, email, line, objectId, paragraph, timestamp } from './primitives.ts'
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

/** Who wrote a reply. */
export const replySenders = ['operator', 'customer'] as const

/** The operator who works on a message. `id` is null for the shared admin password. */
const assignee = z.object({ id: objectId.nullable(), name: z.string().max(100) }).nullable()

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
  assignee,
  /** The replies in the thread, by operators and by the customer. */
  replyCount: z.int(),
  /** Whether an operator wrote last. */
  answered: z.boolean(),
  /** Since when the customer waits for an answer; null if it is answered or resolved. */
  waitingSince: timestamp.nullable(),
})
export type ContactMessage = z.infer<typeof contactMessage>
export const contactMessageList = adminListOf(contactMessage)

const reply = z.object({ id: objectId, from: z.enum(replySenders), text: z.string(), at: timestamp })
/** A message with its thread, oldest reply first. `by` is the name of the operator who wrote a reply. */
export const contactThread = contactMessage.extend({
  replies: z.array(reply.extend({ by: z.string().nullable() })),
})
export type ContactThread = z.infer<typeof contactThread>

const replyText = paragraph(5_000, 'Reply')
/**
 * Body of POST /api/admin/contact-messages/:id/replies. `replyCount` is the number of replies that the operator saw: if
 * there are more by now, the call is refused with 409 and nothing is sent.
 */
export const replyInput = z.object({ text: replyText, replyCount: z.int().min(0).optional() })
export type ReplyInput = z.infer<typeof replyInput>

/** A text for answers. In it, `{name}` stands for the name of the customer. */
export const replyTemplateInput = z.object({ name: line(60, 'Name'), text: paragraph(5_000, 'Text') })
export type ReplyTemplateInput = z.infer<typeof replyTemplateInput>
export const replyTemplate = z.object({ id: objectId, name: z.string(), text: z.string() })
export type ReplyTemplate = z.infer<typeof replyTemplate>
export const replyTemplateList = adminListOf(replyTemplate)
export const replyTemplatesQuery = adminListQuery.pick({ limit: true, cursor: true })

/** The token of a link in a mail. It is in the body, because addresses are logged. */
const linkToken = z.string().min(1).max(2_000)
export const messageLinkInput = z.object({ token: linkToken })
export const messageLinkReplyInput = messageLinkInput.extend({ text: replyText })

/** A thread as its customer sees it. `isFull`: nothing can be added; `expiresAt`: how long the link works. */
export const linkedThread = z.object({
  subject: z.string(),
  message: z.string(),
  createdAt: timestamp,
  replies: z.array(reply),
  isFull: z.boolean(),
  expiresAt: timestamp,
})
export type LinkedThread = z.infer<typeof linkedThread>

// Not trimmed: notes are saved while the operator types, and the next word may follow a space at the end.
const notes = z
  .string()
  .max(5_000, 'Admin Notes must be at most 5000 characters')
  .refine((text) => !text.includes('\0'), 'Admin Notes contain characters that cannot be used')
const adminNotes = notes.overwrite(visibleText).nullable()
// Compared with the stored notes, which may be older than `visibleText` and contain invisible characters.
const previousNotes = notes.nullable()
const status = z.enum(contactMessageStatuses, 'There is no such status')

/**
 * Body of PUT /api/admin/contact-messages/:id: at least one of the fields. `assignee` is the caller, or null for none. `previous` contains the values that the sender
 * saw; if one of the changed fields was changed since, the call is refused with 409 and nothing is overwritten.
 */
export const contactMessagePatch = z
  .object({
    status: status.optional(),
    adminNotes: adminNotes.optional(),
    assignee: z.literal('me').nullish(),
    previous: z.object({ status, adminNotes: previousNotes, assignee }).partial().optional(),
  })
  .refine(
    ({ previous: _, ...patch }) => Object.values(patch).some((value) => value !== undefined),
    'Nothing to change',
  )
export type ContactMessagePatch = z.infer<typeof contactMessagePatch>
