import type * as contracts from './index.ts'

/**
 * What a schema's fields alone do not show, by the name of its export, for the API documents. It is not in the schemas'
 * own metadata, because the front ends bundle the schemas of their forms.
 */
export const schemaDescriptions: { [name in keyof typeof contracts]?: string } = {
  objectId: 'An id that the store made: 24 hexadecimal digits.',
  timestamp: 'A point in time, ISO 8601 in UTC: `2026-01-31T12:00:00.000Z`.',
  calendarDay: 'A day, UTC: `2026-01-31`.',
  moneyString: 'An amount in US dollars as a decimal string: `"4.99"`.',
  moneyInput: 'An amount in US dollars: `4.99`, `"4.99"` or `"$4.99"`. Nothing finer than a cent.',
  cents: 'An amount in US cents: 499 is $4.99.',
  email: 'An e-mail address. It is trimmed and compared in lower case.',
  stripeId: "The id of one of Stripe's objects: `cs_...`, `sub_...`.",
  usState: "USPS' two-letter code of a state, the District of Columbia, a territory or the military's posts.",
  zipCode: '`12345` or `12345-6789`.',
  postalAddress: 'A complete US postal address with the name on the parcel.',
  profilePicture: 'One of the pictures that a target can have.',
  prankImage: 'Which picture shows a prank.',
  errorAnswer:
    'How every failure looks. `message` is fit for the person who reads it; `code` is for programs; `requestId` finds the call in the logs; `issues` names each field that does not hold.',

  user: 'The customer as they see themselves.',
  emailVerification: "Whether the account's e-mail address was shown to be its owner's.",
  contact: 'A target: somebody who has it coming.',
  contactInput: 'A target as it is entered.',
  contactPatch: 'Any part of a target, but some part.',
  prank: 'A prank on sale; `price` is its list price.',
  checkoutItem:
    'A prank for a target. `price` is the list price. `contactId` is a target of the address book, or `local-...` with the whole address beside it; address fields may be left out for one of the address book.',
  validateOrderInput:
    'A cart. `total` is what is to be paid, with the discount; it is checked, as are prices and addresses, and never trusted.',
  createOrderRecordInput: 'A cart. `total` is what is to be paid; everything is checked once more.',
  createCheckoutSessionInput: 'A cart. `amount` is what is to be paid; everything is checked.',
  checkoutSessionAnswer: "The payment session. `url` is Stripe's page, to which the customer is sent to pay.",
  historyEntry: 'One item that was paid, and what became of it.',
  achievement: '`unlockedDate` is null while it is locked.',
  subscription:
    'An Auto-Prank plan that was ever active. `parcelsDue` counts those that are paid and have not left; `fulfillmentStatus` is green when this month is all shipped, yellow while some are due, red when they have been for more than 7 days.',
  subscriptionCheckoutInput: 'A plan to subscribe to: so many pranks a month.',

  adminOrder: 'An order as the operator sees it.',
  orderStats: 'Money by the day it was paid (days without any are there, too), and all orders by status.',
  updateStatusesAnswer: 'What became of each order, in the order asked for; `message` says why one failed.',
  subscriptionStats:
    'Plans that are past due still count as recurring revenue, ended ones do not. `byDay` has every day.',
  subscriptionLog: 'One thing that happened to a plan; `details` says it in a sentence.',
  shipPrankInput:
    'One parcel of a plan. With an `idempotencyKey` a repeat of the same call answers the same parcel and ships nothing more.',
  shipPrankAnswer: '`shipmentId` is that of the paid month, `parcelId` that of this parcel.',
  sentPranks: "What a customer's targets were sent in the last 6 months, the latest first.",
  parcelDocumentsInput: 'Which parcels, and whether address labels or packing slips.',
  shipmentStats:
    '`parcelsOverdue` counts those promised for an earlier time than now; `overdue` lists the longest overdue, at most 20.',
  contactMessage: 'A message of the contact form; `adminNotes` is null while there are none.',
  contactMessagePatch:
    'What is to change. `previous` is what the sender saw in these fields: if somebody else has changed one since, the answer is 409.',
  auditEntry:
    'One thing that the operator did. `outcome` is null when nobody knows: the process died before it could say.',
  deadLetter: 'A message that a service could not take in: what, why, when, after how many tries.',
  deadLetterList: '`total` counts all of them, `items` shows at most 200, the latest failure first.',
  replayInput: 'Some messages of one event (`event`, `ids`), all of one event, or with `{}` all there are.',
}

/** An example of each format, which the page of the API fills in. */
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
