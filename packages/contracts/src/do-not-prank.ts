import { z } from 'zod'
import { postalAddress } from './contact.ts'
import { adminListOf, adminListQuery, email, line, objectId, timestamp } from './primitives.ts'
import { withZipCheck } from './zip-codes.ts'

const place = postalAddress.omit({ name: true })

/** Body of POST /api/do-not-prank. Without an e-mail address the code on a slip confirms it. */
export const doNotPrankInput = withZipCheck(
  place.extend({ email: z.union([z.literal(''), email]).nullish() }),
)
export type DoNotPrankInput = z.output<typeof doNotPrankInput>
/** The same for addresses that are on the list and those that are not. */
export const doNotPrankAnswer = z.object({ requestId: objectId, message: z.string() })

/** Body of POST /api/do-not-prank/confirm: the code from the mail, or the one on a slip. */
export const confirmDoNotPrankInput = z.object({ requestId: objectId, code: line(40, 'Code') })

/** How a listing was confirmed; `case`: an operator blocked the address when a case was closed. */
export const confirmations = ['mail', 'slip', 'case'] as const
/** An address on the list, which knows only its digest. */
export const doNotPrankEntry = z.object({
  id: objectId,
  listedAt: timestamp,
  confirmedBy: z.enum(confirmations),
})
export type DoNotPrankEntry = z.infer<typeof doNotPrankEntry>
export const doNotPrankQuery = adminListQuery.pick({ limit: true, cursor: true })
export const doNotPrankList = adminListOf(doNotPrankEntry)
/** Body of the search: an address, which is compared by its digest. */
export const doNotPrankSearch = place.pick({ address: true, address2: true, zipCode: true })

/** How long a code can be used, and how many wrong ones end its request. */
export const doNotPrankMinutes = 60
export const doNotPrankTries = 5
/** The length of the number in the mail. */
export const doNotPrankDigits = 8

/** What the shop says about a target on the list. It does not say why. */
export const cannotDeliver = (name: string) => `We cannot deliver to ${name}. Please choose another target.`
