import type { Handlers } from '@prankpost/messaging'
import type { CustomerData, EndedSessions } from '@prankpost/service-kit'

/** The message map of contact: sessions that ended, and customers who want their data or go. */
export const handlers = (
  sessions: EndedSessions,
  customerData: CustomerData<'contact'>,
): Handlers<'contact'> => customerData.guard(sessions.handlers)
