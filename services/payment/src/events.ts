import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { requestRefund } from './use-cases/request-refund.ts'

/** The message map of payment. */
export const handlers = (deps: Deps): OwnHandlers<'payment'> => ({
  // A failure is redelivered: the refund stays due until Stripe has answered.
  'refund-requested': async ({ data }) => {
    await requestRefund(data, deps)
  },
})
