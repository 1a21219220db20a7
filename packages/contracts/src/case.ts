import { z } from 'zod'
import { maxReportMessage } from './constants.ts'
import { prankImage } from './prank.ts'
import { adminListOf, adminListQuery, line, objectId, paragraph, timestamp } from './primitives.ts'
import { guessInput, reactionInput, recipientPage } from './reveal.ts'

/** The code on a slip: the reference of its parcel. Unknown and malformed codes get the same response, a 404. */
const code = line(40, 'Code')

/** Body of POST /api/slips. A body, so that no log contains the code. */
export const slipInput = z.object({ code })

/**
 * What is listed of an address with a unit: the unit, because an apartment house has many people, or the house with all its
 * units, because the sender may have invented this one.
 */
export const stopScopes = ['unit', 'house'] as const
export type StopScope = (typeof stopScopes)[number]
/** Body of POST /api/slips/stop. */
export const slipStopInput = slipInput.extend({ scope: z.enum(stopScopes).default('unit') })

/** What a recipient reads about a parcel. Nothing in it comes from the sender but what they chose to show (`page`). */
export const slip = z.object({
  prank: z.string(),
  /** Null while the catalog is unavailable, or no longer has the prank. */
  image: prankImage.nullable(),
  quantity: z.int(),
  /** What the item contains at present, by the catalog; null while the catalog is unavailable, or no longer has the prank. */
  contents: z.object({ contents: z.string(), allergens: z.string() }).nullable(),
  /** Whether the address of the parcel is known. It is not once it was erased: then only a report is possible. */
  hasAddress: z.boolean(),
  /** Whether the address has a unit: then the recipient chooses what is listed. */
  hasUnit: z.boolean(),
  /** Null until the parcel is sent, and while order is unavailable. */
  page: recipientPage.nullable(),
})
export type Slip = z.infer<typeof slip>

/** Body of POST /api/slips/report. */
export const slipReportInput = z.object({
  code,
  message: paragraph(maxReportMessage, 'Message', 0).nullish(),
})

/** Body of POST /api/slips/guess. */
export const slipGuessInput = slipInput.extend(guessInput.shape)

/** Body of POST /api/slips/reaction. */
export const slipReactionInput = slipInput.extend(reactionInput.shape)

/** Days that a closed case is kept. */
export const caseDays = 365
/** Reports of one address with different codes that a case keeps. */
export const maxCaseReports = 20

export const caseStatuses = ['open', 'closed'] as const
/** `blocked`: the address was put on the do-not-prank list. `dismissed`: it may get parcels again. */
export const caseOutcomes = ['blocked', 'dismissed'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

/**
 * What recipients reported about one address, as operators see it. It contains neither the address nor a sender, nor the codes of
 * the parcels: with a code, operators find the order.
 */
export const adminCase = z.object({
  id: objectId,
  status: z.enum(caseStatuses),
  openedAt: timestamp,
  /** Whether the address was erased before the report, as with the account of the sender: then it cannot be blocked. */
  isErased: z.boolean(),
  /** Whether the address has a unit: then the operator chooses what is blocked. */
  hasUnit: z.boolean(),
  /** One for each parcel whose code was used; the first report of a code stays. */
  reports: z.array(z.object({ message: z.string().nullable(), at: timestamp })),
  closed: z
    .object({ at: timestamp, by: z.string(), outcome: z.enum(caseOutcomes), note: z.string() })
    .nullable(),
})
export type AdminCase = z.infer<typeof adminCase>

export const caseQuery = adminListQuery
  .pick({ limit: true, cursor: true })
  .extend({ status: z.enum(caseStatuses).optional() })
export const caseList = adminListOf(adminCase)

/** Body of POST /api/admin/cases/:id/close. The scope is that of `blocked`, as the recipient chooses it on the page of the code. */
export const closeCaseInput = z.object({
  outcome: z.enum(caseOutcomes),
  scope: z.enum(stopScopes).default('unit'),
  note: paragraph(500, 'Note'),
})

/** Body of POST /api/admin/cases/:id/sender: why the sender has to be known. The audit trail keeps it. */
export const revealSenderInput = z.object({ reason: paragraph(500, 'Reason') })
/** Who sent the reported parcels. */
export const caseSenders = z.object({
  senders: z.array(
    z.object({
      reference: z.string(),
      /** Null for a parcel of a plan. */
      orderId: objectId.nullable(),
      /** Null for an imported order, and once the account was deleted. */
      customer: z.object({ id: objectId, email: z.string(), firstName: z.string() }).nullable(),
    }),
  ),
})
export type CaseSenders = z.infer<typeof caseSenders>
