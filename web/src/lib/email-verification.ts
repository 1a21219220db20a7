import type { AnswerOf } from '@prankpost/contracts/api'
import { boolean, call, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

type EmailVerification = AnswerOf<'GET /api/auth/email-verification'>

const emailVerification = shape<EmailVerification>({ email: text, verified: boolean })

/** The link in the mail opens another tab: an unverified state is read again when the customer returns to this tab or panel. */
const ifUnverified = ({ state }: { state: { data?: EmailVerification | undefined } }) =>
  state.data?.verified === false ? 'always' : false

/** Whether the account's email address is verified. */
export const emailVerificationQuery = queryOptions({
  queryKey: ['email-verification'],
  queryFn: ({ signal }) => call('GET /api/auth/email-verification', { signal, expect: emailVerification }),
  refetchOnWindowFocus: ifUnverified,
  refetchOnMount: ifUnverified,
})
