import type { Agreement, OrderAgreement } from '@prankpost/contracts/agreement'
import { call, listOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { agreementFields } from '../../lib/agreements.ts'

const agreements = listOf(shape<Agreement>(agreementFields))
const orderAgreements = listOf(
  shape<OrderAgreement>({ ...agreementFields, orderId: text, orderNumber: text }),
)

/** What the customer agreed to at sign-up and with the last orders. That of a plan is part of the plan. */
export const agreementsQuery = queryOptions({
  queryKey: ['agreements'],
  queryFn: async ({ signal }) => {
    const [signUp, orders] = await Promise.all([
      call('GET /api/account/agreements', { signal, expect: agreements }),
      call('GET /api/account/order-agreements', { signal, expect: orderAgreements }),
    ])
    return { signUp, orders }
  },
})
