import { isOpenEnded, type Subscription } from '@prankpost/contracts'
import type { CsvColumns } from '@prankpost/service-kit'

/** A plan as a line of the operator's export. A pause without an end is shown as on the customer's page. */
export const planColumns: CsvColumns<Subscription> = {
  'Plan id': ({ id }) => id,
  'Subscription id': ({ stripeSubscriptionId }) => stripeSubscriptionId,
  Status: ({ status }) => status,
  'Customer first name': ({ user }) => user.firstName,
  'Customer last name': ({ user }) => user.lastName,
  'Customer e-mail': ({ user }) => user.email,
  'Customer id': ({ userId }) => userId,
  'Pranks a month': ({ prankCount }) => prankCount,
  'Monthly amount': ({ monthlyAmount }) => monthlyAmount,
  'Started at': ({ createdAt }) => createdAt,
  'Paid until': ({ currentPeriodEnd }) => currentPeriodEnd,
  'Next pranks a month': ({ nextPrankCount }) => nextPrankCount,
  'Changes at': ({ changesAt }) => changesAt,
  'Paused until': ({ pausedUntil }) => (isOpenEnded(pausedUntil) ? 'Paused' : pausedUntil),
  'Charged next at': ({ nextChargeAt }) => nextChargeAt,
  'Cancelled at': ({ cancelledAt }) => cancelledAt,
  Fulfilment: ({ fulfillmentStatus }) => fulfillmentStatus,
  'Parcels due': ({ parcelsDue }) => parcelsDue,
  'Last shipped at': ({ lastFulfillmentDate }) => lastFulfillmentDate,
  'Last changed at': ({ updatedAt }) => updatedAt,
}
