import type * as contracts from './index.ts'

/**
 * Descriptions of schemas for the API documents, by the name of the export. They are not in the schemas' own metadata,
 * because the front ends bundle the schemas of their forms.
 */
export const schemaDescriptions: { [name in keyof typeof contracts]?: string } = {
  objectId: 'An id of the store: 24 hexadecimal digits.',
  timestamp: 'A point in time, ISO 8601 in UTC: `2026-01-31T12:00:00.000Z`.',
  calendarDay: 'A day, UTC: `2026-01-31`.',
  moneyString: 'An amount in US dollars as a decimal string: `"4.99"`.',
  moneyInput: 'An amount in US dollars: `4.99`, `"4.99"` or `"$4.99"`. Fractions of a cent are not allowed.',
  cents: 'An amount in US cents: 499 is $4.99.',
  email: 'An e-mail address. It is trimmed and compared in lower case.',
  stripeId: "The id of one of Stripe's objects: `cs_...`, `sub_...`.",
  usState:
    'The two-letter USPS code of a state, the District of Columbia, a territory or a military post office.',
  zipCode: '`12345` or `12345-6789`.',
  postalAddress: 'A complete US postal address with the name on the parcel.',
  checkedPostalAddress: 'A postal address whose ZIP code is in its state.',
  profilePicture: 'The picture of a target.',
  prankImage: 'The picture of a prank.',
  errorAnswer:
    'The body of every error response. `message` is written for the person who reads it; `code` is for programs; `requestId` identifies the call in the logs; `issues` lists each invalid field.',

  user: 'The signed-in customer.',
  emailVerification: "Whether the customer has verified the account's e-mail address.",
  contact: 'A target: a person to whom pranks are sent.',
  contactInput: 'The fields of a target.',
  newContactInput:
    'The fields of a new target. With an `idempotencyKey`, repeating the call returns the same target and adds nothing.',
  contactPatch: 'At least one field of a target.',
  prank: 'A prank on sale; `price` is its list price.',
  checkoutItem:
    'A prank for a target. `price` is the list price. `contactId` is a target of the address book, or `local-...` together with the complete address; address fields may be omitted for a target of the address book.',
  validateOrderInput:
    'A cart. `total` is the amount to be paid, with the discount. The server checks it, as well as prices and addresses, and never trusts it.',
  createOrderRecordInput: 'A cart. `total` is the amount to be paid; the server checks everything again.',
  createCheckoutSessionInput: 'A cart. `amount` is the amount to be paid; the server checks everything.',
  checkoutSessionAnswer: "The payment session. `url` is Stripe's page where the customer pays.",
  orderSessionAnswer:
    "The created order and its payment session. `url` is Stripe's page where the customer pays.",
  historyEntry: 'One item that was paid, and its status.',
  achievement: '`unlockedDate` is null while it is locked.',
  subscription:
    'An Auto-Prank plan that is or was active. `parcelsDue` counts the parcels that are paid and not shipped; `fulfillmentStatus` is green when all parcels of this month are shipped, yellow while some are due, red when they have been due for more than 7 days.',
  subscriptionCheckoutInput: 'A plan to subscribe to: the number of pranks per month.',

  adminOrder: 'An order as the operator sees it.',
  orderStats: 'The orders that wait for something, each status counted up to 10,000.',
  salesReport:
    'One row for each period. `returned` is what went back of these payments at any time; `refunded` is what was decided in the period.',
  planReport:
    '`churn` is in percent of the plans that ran at the start; null without any, as `lifetimeValue` is when no plan ended.',
  updateStatusesAnswer:
    'The outcome for each order, in the requested order; `message` is the reason of a failure.',
  subscriptionLog: 'One event of a plan; `details` describes it in a sentence.',
  shipPrankInput:
    'One parcel of a plan. With an `idempotencyKey`, repeating the call returns the same parcel and ships nothing more. With an `invoiceId` it is only for that month: if nothing of it is due any more, the call is refused with 409.',
  shipPrankAnswer: '`shipmentId` identifies the shipment of the paid month, `parcelId` this parcel.',
  sentPranks: "The pranks sent to a customer's targets in the last 6 months, latest first.",
  parcelDocumentsInput: 'The parcels, and whether to create address labels or packing slips.',
  shipmentStats:
    '`parcelsOverdue` counts the parcels whose promised time has passed; `parcelsHeld` those that are held, which the other figures leave out. `overdue` lists at most 20 shipments, longest overdue first.',
  contactMessage:
    'A message of the contact form; `adminNotes` is null while there are none. `waitingSince`: since when the customer waits for an answer; null if it is answered or resolved.',
  contactThread:
    'A message with its replies, oldest first. `by` is the name of the operator who wrote a reply; null for the customer.',
  replyInput:
    '`replyCount` is the number of replies that the operator saw: if there are more, the call is refused with 409.',
  replyTemplate: 'A text for answers. In it, `{name}` stands for the name of the customer.',
  linkedThread: 'A thread as its customer sees it. `isFull`: nothing can be added any more.',
  contactMessagePatch:
    'The changes; `assignee` is the caller, or null. `previous` contains the values that the sender saw in these fields: if one was changed since, the call is refused with 409.',
  auditEntry:
    'One action of the operator. `outcome` is null when it is unknown because the process died before it was recorded.',
  deadLetter: 'A message that a service could not handle: its content, reason, time and number of failures.',
  deadLetterList: '`total` counts all dead letters, `items` contains at most 200, latest failure first.',
  replayInput: 'Some messages of one event (`event`, `ids`), all of one event, or all of the service (`{}`).',
}

/** An example of each format, which the API page shows. */
export const schemaExamples: { [name in keyof typeof contracts]?: string } = {
  objectId: '65f0c0ffee65f0c0ffee65f0',
  timestamp: '2026-01-31T12:00:00.000Z',
  calendarDay: '2026-01-31',
  moneyString: '4.99',
  moneyInput: '4.99',
  email: 'pat@customers.example',
  stripeId: 'cs_test_a1b2c3',
  usState: 'OR',
  zipCode: '97477',
}
