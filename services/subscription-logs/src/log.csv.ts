import type { SubscriptionLog } from '@prankpost/contracts'
import type { CsvColumns } from '@prankpost/service-kit'

/** An entry as a line of the operator's export. */
export const logColumns: CsvColumns<SubscriptionLog> = {
  'Happened at': ({ createdAt }) => createdAt,
  Action: ({ action }) => action,
  Details: ({ details }) => details,
  'Customer e-mail': ({ user }) => user.email,
  'Customer id': ({ user }) => user.id,
  'Plan id': ({ subscriptionId }) => subscriptionId,
  'Subscription id': ({ stripeSubscriptionId }) => stripeSubscriptionId,
  'Previous status': ({ previousStatus }) => previousStatus,
  'New status': ({ newStatus }) => newStatus,
  'Pranks a month': ({ prankCount }) => prankCount,
  Amount: ({ amount }) => amount,
  'Tracking number': ({ trackingNumber }) => trackingNumber,
  'Admin notes': ({ adminNotes }) => adminNotes,
  Event: ({ metadata }) => metadata.event ?? null,
  'Invoice id': ({ metadata }) => metadata.invoiceId ?? null,
  'Entry id': ({ id }) => id,
}
