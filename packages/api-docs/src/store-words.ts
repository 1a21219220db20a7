import type { ApiKey } from '@prankpost/contracts'
import type { EndpointWords } from './endpoint-words.ts'

/** The endpoints for visitors, customers and Stripe. */
export const storeWords = {
  'GET /api/auth/user': { operationId: 'readOwnUser', summary: 'Who is signed in' },
  'POST /api/auth/login': {
    operationId: 'logIn',
    summary: 'Sign in',
    description: 'A new session takes the place of the one that came with the call.',
    fails: [401],
    setsCookie: true,
  },
  'POST /api/auth/register': {
    operationId: 'register',
    summary: 'Create an account and sign in',
    description: 'A mail with a link to verify the address is sent.',
    fails: [409],
    setsCookie: true,
  },
  'POST /api/auth/logout': {
    operationId: 'logOut',
    summary: 'Sign out',
    description: 'The session is void from then on, wherever it is kept.',
    setsCookie: true,
  },
  'GET /api/auth/email-verification': {
    operationId: 'readEmailVerification',
    summary: 'Whether the e-mail address is verified',
  },
  'POST /api/auth/email-verification': {
    operationId: 'sendVerificationMail',
    summary: 'Have the mail with the link sent again',
  },
  'POST /api/auth/verify-email': {
    operationId: 'verifyEmail',
    summary: 'Verify an e-mail address by the token of its mail',
  },
  'POST /api/auth/forgot-password': {
    operationId: 'forgotPassword',
    summary: 'Have a mail sent to set a new password',
    description: 'The answer is the same whether or not there is such an account.',
  },
  'POST /api/auth/reset-password': {
    operationId: 'resetPassword',
    summary: 'Set a new password by the token of a mail',
    description: 'Every session of the account is void from then on.',
  },
  'POST /api/auth/password': {
    operationId: 'changePassword',
    summary: 'Set a new password, knowing the present one',
    description:
      'Every other session of the account is void from then on; this one goes on under a new cookie. A wrong present password is a 403, and too many of them a 429.',
  },
  'GET /api/auth/data-export': {
    operationId: 'readDataExport',
    summary: "How far the file with the customer's data is",
  },
  'POST /api/auth/data-export': {
    operationId: 'requestDataExport',
    summary: 'Have a file made with everything that is known of the customer',
    description:
      'One at a time: while one is being gathered this answers how far it is. It can be fetched for 7 days.',
  },
  'GET /api/auth/data-export/file': {
    operationId: 'readDataExportFile',
    summary: "The file with the customer's data",
    description: 'One section for each kind of data.',
    fails: [404],
  },
  'POST /api/auth/account-deletion': {
    operationId: 'deleteAccount',
    summary: 'Delete the account',
    description:
      'Every session is void from then on, and every service erases what it holds. A mail with the receipt follows. A wrong password is a 403, and too many of them a 429.',
    setsCookie: true,
  },
  'GET /api/login': {
    operationId: 'openSignIn',
    summary: "Go to the store's page with the sign-in dialog open",
  },

  'GET /api/contacts': { operationId: 'listTargets', summary: "The customer's targets" },
  'POST /api/contacts': {
    operationId: 'addTarget',
    summary: 'Add a target',
    description: 'An address book that is full is answered with 409.',
    fails: [409],
  },
  'PUT /api/contacts/:id': { operationId: 'replaceTarget', summary: 'Replace a target', fails: [404] },
  'PATCH /api/contacts/:id': {
    operationId: 'changeTarget',
    summary: 'Change parts of a target',
    fails: [404],
  },
  'DELETE /api/contacts/:id': { operationId: 'removeTarget', summary: 'Remove a target', fails: [404] },

  'GET /api/pranks': {
    operationId: 'listPranks',
    summary: 'The pranks on sale',
    description: 'It may be kept; ask with `If-None-Match` whether it still holds.',
  },

  'POST /api/validate-order': {
    operationId: 'validateOrder',
    summary: 'Check a cart',
    description: 'Prices, addresses, discount and total are all worked out anew. Nothing is stored.',
  },
  'POST /api/create-order-record': {
    operationId: 'createOrderRecord',
    summary: 'Record an order that is to be paid',
    description: 'The same cart again gives the same order while it is unpaid.',
    fails: [409],
  },
  'POST /api/create-stripe-session': {
    operationId: 'createStripeSession',
    summary: 'Open the payment session of an order',
    description:
      'An order has at most one open session: asking again gives the open one, or a new one when the last expired or failed.',
    fails: [404, 409, 422],
  },
  'POST /api/update-order-status': {
    operationId: 'updateOrderStatus',
    summary: 'Note how far the checkout of an own unpaid order got',
    description:
      'Only `payment_session_created`, with the session that was made, and `payment_session_failed` can be set.',
    fails: [404, 409],
  },
  'POST /api/create-checkout-session': {
    operationId: 'createCheckoutSession',
    summary: 'Record an order and open its payment session, in one call',
    fails: [409, 422],
  },
  'GET /api/prank-history': { operationId: 'listHistory', summary: 'What was paid and sent, item by item' },
  'POST /api/migrate-guest-orders': {
    operationId: 'recoverGuestOrders',
    summary: 'Take over orders that were placed as a guest',
    description:
      "Those of the last 30 days with the account's e-mail address, once it is verified (403 before that).",
    fails: [404],
  },
  'POST /api/confirm-payment-success': {
    operationId: 'confirmPayment',
    summary: 'Say that an order is paid',
    description: "True only if Stripe says so. Stripe's webhook does the same; either is enough.",
    fails: [402, 404],
  },
  'POST /api/process-subscription-success': {
    operationId: 'confirmSubscription',
    summary: "Say that a plan's first month is paid",
    description: "True only if Stripe says so. Stripe's webhook does the same; either is enough.",
    fails: [402, 404],
  },
  'POST /api/webhooks/stripe': {
    operationId: 'receiveStripeEvent',
    summary: "Stripe's reports",
    description:
      'For Stripe alone: the body is signed, and only what the signature covers is believed. Reports that do not matter here are answered as well.',
  },

  'POST /api/create-subscription-checkout': {
    operationId: 'createSubscriptionCheckout',
    summary: 'Open the payment session of a plan',
    description: 'Refused with 409 while a plan is active: it must be cancelled first.',
    fails: [409, 422],
  },
  'GET /api/subscriptions': {
    operationId: 'listOwnSubscriptions',
    summary: "The customer's plans, the latest first",
  },
  'POST /api/subscriptions/:id/cancel': {
    operationId: 'cancelSubscription',
    summary: 'End a plan at once',
    description: 'A second call is answered as well, and says that it was cancelled already.',
    fails: [404],
  },

  'GET /api/achievements': { operationId: 'listAchievements', summary: "The customer's achievements" },
  'POST /api/contact-submit': { operationId: 'submitContactForm', summary: 'Write to the shop' },
} as const satisfies Partial<Record<ApiKey, EndpointWords>>
