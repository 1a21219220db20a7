import { z } from 'zod'
import { ownerId } from './event-payload.ts'
import { objectId, timestamp } from './primitives.ts'
import { customerServices } from './services.ts'
import { mailLinkPurposes } from './user.ts'

export const authEvents = {
  'session-ended': {
    about:
      'A session ended: the customer signed out, or another sign-in replaced it. Its token is invalid until it expires.',
    owner: 'auth',
    readers: customerServices,
    data: z.object({ sessionId: z.uuid(), ownerId, endedAt: timestamp, expiresAt: timestamp }),
  },
  'password-changed': {
    about: 'A new password was set: every session with an older password is invalid.',
    owner: 'auth',
    readers: [...customerServices, 'notification'],
    data: z.object({ ownerId, changedAt: timestamp }),
  },
  'sessions-ended': {
    about: 'An operator ended all sessions of a customer: every session that started before is invalid.',
    owner: 'auth',
    readers: customerServices,
    data: z.object({ ownerId, endedAt: timestamp }),
  },
  'customer-block-changed': {
    about:
      'An operator blocked a customer, who may then place no new orders, or ended the block. The newest change counts.',
    owner: 'auth',
    readers: customerServices,
    data: z.object({ ownerId, isBlocked: z.boolean(), changedAt: timestamp }),
  },
  'mail-link-requested': {
    about:
      'A customer is to receive a mail with a link. Address and link are requested when it is sent: no event contains them.',
    owner: 'auth',
    readers: ['notification'],
    data: z.object({ userId: objectId, purpose: z.enum(mailLinkPurposes), requestedAt: timestamp }),
  },
  'operator-invited': {
    about:
      'An operator was invited, or invited again to set a new password. Address and link are requested when the mail is sent: no event contains them.',
    owner: 'auth',
    readers: ['notification'],
    data: z.object({ operatorId: objectId, invitedAt: timestamp }),
  },
} as const
