import type { ReaderService } from '@prankpost/contracts/services'
import type { StatusMap } from '../../components/status-badge.tsx'

/** The services that read messages, for headings and filter. */
export const serviceMap: StatusMap<ReaderService> = {
  auth: { label: 'Accounts', color: 'default' },
  order: { label: 'Order', color: 'default' },
  subscription: { label: 'Subscription', color: 'default' },
  fulfilment: { label: 'Fulfilment', color: 'default' },
  achievement: { label: 'Achievement', color: 'default' },
  support: { label: 'Support', color: 'default' },
  'subscription-logs': { label: 'Subscription Logs', color: 'default' },
  contact: { label: 'Contact', color: 'default' },
  payment: { label: 'Payment', color: 'default' },
  notification: { label: 'Notification', color: 'default' },
}
