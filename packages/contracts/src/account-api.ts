import { z } from 'zod'
import { agreement } from './agreement.ts'
import * as data from './customer-data.ts'
import { type Endpoints, messageAnswer } from './endpoint.ts'
import * as mail from './mail-preferences.ts'
import * as account from './user.ts'

const customers = { service: 'auth', access: 'customer', status: 200 } as const
const everyone = { service: 'auth', access: 'public', status: 200 } as const

/** The account endpoints for guests and customers. */
export const accountApi = {
  'GET /api/auth/user': {
    operationId: 'readOwnUser',
    summary: 'Read the signed-in customer',
    ...customers,
    answer: account.user,
  },
  'POST /api/auth/login': {
    operationId: 'logIn',
    summary: 'Sign in',
    description: 'Starts a new session, which replaces the session of the call, if any.',
    fails: [401],
    setsCookie: true,
    ...everyone,
    body: account.loginInput,
    answer: account.user,
  },
  'POST /api/auth/register': {
    operationId: 'register',
    summary: 'Create an account and sign in',
    description: 'Sends a mail with a link to verify the address.',
    fails: [409],
    setsCookie: true,
    ...everyone,
    status: 201,
    body: account.registerInput,
    answer: account.user,
  },
  'POST /api/auth/logout': {
    operationId: 'logOut',
    summary: 'Sign out',
    description: 'The session is invalid from then on, even if its cookie was copied.',
    setsCookie: true,
    ...everyone,
    answer: messageAnswer,
  },
  'GET /api/auth/email-verification': {
    operationId: 'readEmailVerification',
    summary: 'Read whether the e-mail address is verified',
    ...customers,
    answer: account.emailVerification,
  },
  'POST /api/auth/email-verification': {
    operationId: 'sendVerificationMail',
    summary: 'Send the verification mail again',
    ...customers,
    answer: messageAnswer,
  },
  'POST /api/auth/verify-email': {
    operationId: 'verifyEmail',
    summary: 'Verify the e-mail address of the signed-in account with the token from its mail',
    description: 'A token of another account is refused with 403 and changes nothing.',
    ...customers,
    body: account.verifyEmailInput,
    answer: messageAnswer,
  },
  'POST /api/auth/forgot-password': {
    operationId: 'forgotPassword',
    summary: 'Request a mail with a link to set a new password',
    description: 'The response is the same whether or not the account exists.',
    ...everyone,
    body: account.forgotPasswordInput,
    answer: messageAnswer,
  },
  'POST /api/auth/reset-password': {
    operationId: 'resetPassword',
    summary: 'Set a new password with the token from a mail',
    description:
      'Ends every session of the account. If its address was never verified, the account is deleted with all its data and replaced by an empty one with the same address.',
    ...everyone,
    body: account.resetPasswordInput,
    answer: messageAnswer,
  },
  'POST /api/auth/password': {
    operationId: 'changePassword',
    summary: 'Change the password',
    description:
      'Requires the current password. Ends every other session of the account; this session continues with a new cookie. A wrong current password is refused with 403, and too many of them with 429.',
    ...customers,
    body: account.changePasswordInput,
    answer: messageAnswer,
  },
  'GET /api/auth/data-export': {
    operationId: 'readDataExport',
    summary: "Read the state of the export of the customer's data",
    ...customers,
    answer: data.dataExport,
  },
  'POST /api/auth/data-export': {
    operationId: 'requestDataExport',
    summary: "Request an export of all the customer's data",
    description:
      'One at a time: while an export is in progress, the response is its state. The file can be downloaded for 7 days.',
    ...customers,
    status: 201,
    answer: data.dataExport,
  },
  'GET /api/auth/data-export/file': {
    operationId: 'readDataExportFile',
    summary: "Download the export of the customer's data",
    description: 'The file has one section for each kind of data.',
    fails: [404],
    ...customers,
    file: 'application/json',
  },
  'POST /api/auth/account-deletion': {
    operationId: 'deleteAccount',
    summary: 'Delete the account',
    description:
      "Ends every session. Every service erases the customer's data, and a mail with the receipt follows. A wrong password is refused with 403, and too many of them with 429.",
    setsCookie: true,
    ...customers,
    body: data.deleteAccountInput,
    answer: data.deleteAccountAnswer,
  },
  'GET /api/account/mail-preferences': {
    operationId: 'readMailPreferences',
    summary: 'Read which mails the customer receives',
    ...customers,
    answer: mail.mailPreferences,
  },
  'PUT /api/account/mail-preferences': {
    operationId: 'changeMailPreferences',
    summary: 'Choose which mails to receive',
    description:
      'Kinds that are not in the body stay as they are. Required kinds cannot be switched off (400).',
    ...customers,
    body: mail.mailPreferencesInput,
    answer: mail.mailPreferences,
  },
  'GET /api/account/agreements': {
    operationId: 'listAgreements',
    summary: 'List what the customer agreed to at sign-up',
    description:
      'Accounts of earlier versions have none. Those of plans and orders are at `GET /api/subscriptions` and `GET /api/account/order-agreements`.',
    ...customers,
    answer: z.array(agreement),
  },
  'GET /api/login': {
    operationId: 'openSignIn',
    summary: 'Redirect to the store with the sign-in dialog open',
    ...everyone,
    status: 302,
  },
} as const satisfies Endpoints
