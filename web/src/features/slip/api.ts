import type { Slip } from '@prankpost/contracts/case'
import { call, nullable, number, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

const slip = shape<Slip>({
  prank: text,
  quantity: number,
  contents: nullable(shape<NonNullable<Slip['contents']>>({ contents: text, allergens: text })),
  hasAddress: oneOf([true, false]),
})
const message = shape<{ message: string }>({ message: text })

/** What is in the parcel of a slip; it needs no session. */
export const slipQuery = (code: string) =>
  queryOptions({
    queryKey: ['slip', code],
    queryFn: ({ signal }) => call('POST /api/slips', { body: { code }, signal, expect: slip }),
  })

/** Stops all parcels to the address of the slip's parcel; a repeat has the same answer. */
export const stopParcels = (code: string) => call('POST /api/slips/stop', { body: { code }, expect: message })

/** Reports harassment; a repeat has the same answer. */
export const reportHarassment = (code: string, words: string) =>
  call('POST /api/slips/report', { body: { code, message: words }, expect: message })
