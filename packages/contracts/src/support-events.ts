import { z } from 'zod'
import { objectId, timestamp } from './primitives.ts'
import { replySenders } from './support.ts'

export const supportEvents = {
  'contact-message-received': {
    about: 'A message of the contact form was stored.',
    owner: 'support',
    readers: ['notification'],
    // Who sent it is requested when the mail is sent: no event contains it.
    data: z.object({ messageId: objectId, receivedAt: timestamp }),
  },
  'message-replied': {
    about:
      'An operator, or the customer, replied to a message of the contact form. Emitted once for each reply.',
    owner: 'support',
    readers: ['notification'],
    data: z.object({
      messageId: objectId,
      replyId: objectId,
      from: z.enum(replySenders),
      /** Whether the customer was waiting for an answer before this reply. */
      wasWaiting: z.boolean(),
      at: timestamp,
    }),
  },
} as const
