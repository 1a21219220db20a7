import { z } from 'zod'
import { achievement } from './achievement.ts'
import * as checkout from './checkout.ts'
import { contact, contactInput, contactPatch } from './contact.ts'
import * as data from './customer-data.ts'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import * as order from './order.ts'
import { prank } from './prank.ts'
import * as subscription from './subscription.ts'
import * as support from './support.ts'
import * as account from './user.ts'

/** What guests, customers and Stripe may call. */
export const storeApi = {
  'GET /api/auth/user': { service: 'auth', access: 'customer', status: 200, answer: account.user },
  'POST /api/auth/login': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.loginInput,
    answer: account.user,
  },
  'POST /api/auth/register': {
    service: 'auth',
    access: 'public',
    status: 201,
    body: account.registerInput,
    answer: account.user,
  },
  'POST /api/auth/logout': { service: 'auth', access: 'public', status: 200, answer: messageAnswer },
  'GET /api/auth/email-verification': {
    service: 'auth',
    access: 'customer',
    status: 200,
    answer: account.emailVerification,
  },
  'POST /api/auth/email-verification': {
    service: 'auth',
    access: 'customer',
    status: 200,
    answer: messageAnswer,
  },
  'POST /api/auth/verify-email': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.verifyEmailInput,
    answer: messageAnswer,
  },
  'POST /api/auth/forgot-password': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.forgotPasswordInput,
    answer: messageAnswer,
  },
  'POST /api/auth/reset-password': {
    service: 'auth',
    access: 'public',
    status: 200,
    body: account.resetPasswordInput,
    answer: messageAnswer,
  },
  'POST /api/auth/password': {
    service: 'auth',
    access: 'customer',
    status: 200,
    body: account.changePasswordInput,
    answer: messageAnswer,
  },
  'GET /api/auth/data-export': { service: 'auth', access: 'customer', status: 200, answer: data.dataExport },
  'POST /api/auth/data-export': { service: 'auth', access: 'customer', status: 201, answer: data.dataExport },
  'GET /api/auth/data-export/file': {
    service: 'auth',
    access: 'customer',
    status: 200,
    file: 'application/json',
  },
  'POST /api/auth/account-deletion': {
    service: 'auth',
    access: 'customer',
    status: 200,
    body: data.deleteAccountInput,
    answer: data.deleteAccountAnswer,
  },
  'GET /api/login': { service: 'auth', access: 'public', status: 302 },

  'GET /api/contacts': { service: 'contact', access: 'customer', status: 200, answer: z.array(contact) },
  'POST /api/contacts': {
    service: 'contact',
    access: 'customer',
    status: 201,
    body: contactInput,
    answer: contact,
  },
  'PUT /api/contacts/:id': {
    service: 'contact',
    access: 'customer',
    status: 200,
    params: idParams,
    body: contactInput,
    answer: contact,
  },
  'PATCH /api/contacts/:id': {
    service: 'contact',
    access: 'customer',
    status: 200,
    params: idParams,
    body: contactPatch,
    answer: contact,
  },
  'DELETE /api/contacts/:id': { service: 'contact', access: 'customer', status: 204, params: idParams },

  'GET /api/pranks': { service: 'catalog', access: 'public', status: 200, answer: z.array(prank) },

  'POST /api/validate-order': {
    service: 'order',
    access: 'customer',
    status: 200,
    body: checkout.validateOrderInput,
    answer: checkout.validateOrderAnswer,
  },
  'POST /api/create-order-record': {
    service: 'order',
    access: 'customer',
    status: 201,
    body: checkout.createOrderRecordInput,
    answer: checkout.orderIdAnswer,
  },
  'POST /api/create-stripe-session': {
    service: 'order',
    access: 'customer',
    status: 200,
    body: checkout.createStripeSessionInput,
    answer: checkout.checkoutSessionAnswer,
  },
  'POST /api/update-order-status': {
    service: 'order',
    access: 'customer',
    status: 200,
    body: checkout.updateOrderStatusInput,
    answer: checkout.orderStatusAnswer,
  },
  'POST /api/create-checkout-session': {
    service: 'order',
    access: 'customer',
    status: 200,
    body: checkout.createCheckoutSessionInput,
    answer: checkout.checkoutSessionAnswer,
  },
  'GET /api/prank-history': {
    service: 'order',
    access: 'customer',
    status: 200,
    answer: z.array(order.historyEntry),
  },
  'POST /api/migrate-guest-orders': {
    service: 'order',
    access: 'customer',
    status: 200,
    answer: order.migrateGuestOrdersAnswer,
  },

  'POST /api/confirm-payment-success': {
    service: 'payment',
    access: 'customer',
    status: 200,
    body: checkout.confirmPaymentInput,
    answer: checkout.orderIdAnswer,
  },
  'POST /api/process-subscription-success': {
    service: 'payment',
    access: 'customer',
    status: 200,
    body: checkout.subscriptionSuccessInput,
    answer: checkout.subscriptionSuccessAnswer,
  },
  'POST /api/webhooks/stripe': {
    service: 'payment',
    access: 'public',
    status: 200,
    answer: z.object({ received: z.literal(true) }),
  },

  'POST /api/create-subscription-checkout': {
    service: 'subscription',
    access: 'customer',
    status: 200,
    body: subscription.subscriptionCheckoutInput,
    answer: checkout.checkoutSessionAnswer,
  },
  'GET /api/subscriptions': {
    service: 'subscription',
    access: 'customer',
    status: 200,
    answer: z.array(subscription.subscription),
  },
  'POST /api/subscriptions/:id/cancel': {
    service: 'subscription',
    access: 'customer',
    status: 200,
    params: idParams,
    answer: messageAnswer,
  },

  'GET /api/achievements': {
    service: 'achievement',
    access: 'customer',
    status: 200,
    answer: z.array(achievement),
  },

  'POST /api/contact-submit': {
    service: 'support',
    access: 'public',
    status: 201,
    body: support.contactSubmitInput,
    answer: messageAnswer,
  },
} as const satisfies Endpoints
