import { z } from 'zod'
import { ownerId } from './event-payload.ts'
import { objectId, timestamp } from './primitives.ts'

export const contactEvents = {
  'contact-saved': {
    about:
      'A target was saved; `created` is false for a change. `target` is a keyed digest of name and address, the same each time the customer adds that target; changes and older events do not have it.',
    owner: 'contact',
    readers: ['achievement'],
    data: z.object({
      contactId: objectId,
      ownerId,
      created: z.boolean(),
      savedAt: timestamp,
      target: z.string().max(64).optional(),
    }),
  },
} as const
