import type { AuditedService } from '@prankpost/contracts/services'
import type { StatusMap } from '../../components/status-badge.tsx'

/** The services that keep an audit trail, for column and filter. */
export const serviceMap: StatusMap<AuditedService> = {
  auth: { label: 'Log-ins', color: 'default' },
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
