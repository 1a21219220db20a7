import { z } from 'zod'
import { moneyString } from './money.ts'
import { itemStatuses, orderStatuses, orderTypes } from './order.ts'
import { adminListOf, line, objectId, paragraph, timestamp } from './primitives.ts'
import { subscriptionStatuses } from './subscription.ts'
import { contactMessageStatuses } from './support.ts'
import { mailLinkPurposes } from './user.ts'

/** Who blocked a customer, when and why. A blocked customer signs in, but places no new orders and starts no plan. */
const block = z.object({ at: timestamp, by: z.string(), reason: z.string() })

/** A customer's account as operators see it. */
export const adminCustomer = z.object({
  id: objectId,
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  createdAt: timestamp,
  blocked: block.nullable(),
})
export type AdminCustomer = z.infer<typeof adminCustomer>
export const adminCustomerList = adminListOf(adminCustomer)

/** Records of each kind that are shown with a customer: the latest. Their own lists have all of them. */
export const maxCustomerRecords = 20
/** Notes on one customer: the latest are kept. */
export const maxCustomerNotes = 100

/** The records of the other services about one customer: `/internal/customer-records`. */
export const customerOrders = z.array(
  z.object({
    id: objectId,
    number: z.string(),
    type: z.enum(orderTypes),
    status: z.enum(orderStatuses),
    createdAt: timestamp,
    total: moneyString,
    parcels: z.array(
      z.object({
        id: z.string(),
        prank: z.string(),
        quantity: z.int(),
        status: z.enum(itemStatuses),
        trackingNumber: z.string().nullable(),
        trackingUrl: z.url().nullable(),
      }),
    ),
  }),
)
export const customerPlans = z.array(
  z.object({
    id: objectId,
    stripeSubscriptionId: z.string().nullable(),
    status: z.enum(subscriptionStatuses),
    prankCount: z.int(),
    monthlyAmount: moneyString,
    createdAt: timestamp,
    cancelledAt: timestamp.nullable(),
  }),
)
export const customerMessages = z.array(
  z.object({
    id: objectId,
    subject: z.string(),
    status: z.enum(contactMessageStatuses),
    createdAt: timestamp,
  }),
)
export const customerMails = z.array(z.object({ kind: z.string(), status: z.string(), at: timestamp }))

/** One customer with everything about them. The records of a service that gives no answer are null. */
export const adminCustomerDetails = adminCustomer.extend({
  notes: z.array(z.object({ at: timestamp, by: z.string(), text: z.string() })),
  orders: customerOrders.nullable(),
  plans: customerPlans.nullable(),
  messages: customerMessages.nullable(),
  mails: customerMails.nullable(),
})
export type AdminCustomerDetails = z.infer<typeof adminCustomerDetails>

/** Query of `/internal/customer-records`. */
export const customerRecordsQuery = z.object({ ownerId: objectId, email: z.string().max(320) })

export const customerBlockInput = z.object({ reason: line(200, 'Reason') })
export const customerNoteInput = z.object({ text: paragraph(2_000, 'Note') })
export const customerMailInput = z.object({ purpose: z.enum(mailLinkPurposes) })
