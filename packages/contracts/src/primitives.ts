import { z } from 'zod'
import { visibleText } from './visible-text.ts'

// Control characters never belong in what people type on one line; a null byte is refused by MongoDB's indexes.
const control = /\p{Cc}/u
const controlButLines = /(?![\n\r\t])\p{Cc}/u

// So much longer a text may come in than it is stored: trimmed, composed, and without what is not seen.
const rawFactor = 4

/** What lines and paragraphs share. The length is checked first, so that no long text is worked on in vain. */
const visible = (max: number, what: string) =>
  z
    .string({ error: `${what} is required` })
    .max(max * rawFactor, { error: `${what} must be at most ${max} characters`, abort: true })
    .overwrite(visibleText)

/** One trimmed line of visible text (see `visibleText`), `min` to `max` characters. */
export const line = (max: number, what = 'This field', min = 1) =>
  visible(max, what)
    .overwrite((text) => text.replace(/[\u2028\u2029]/g, ' '))
    .trim()
    .min(min, `${what} is required`)
    .max(max, `${what} must be at most ${max} characters`)
    .refine((text) => !control.test(text), `${what} contains characters that cannot be used`)

/** Trimmed visible text that may have several lines, `min` to `max` characters. */
export const paragraph = (max: number, what = 'This field', min = 1) =>
  visible(max, what)
    .trim()
    .min(min, `${what} is required`)
    .max(max, `${what} must be at most ${max} characters`)
    .refine((text) => !controlButLines.test(text), `${what} contains characters that cannot be used`)

/** An id made by one of our databases: 24 hexadecimal digits. */
export const objectId = z.string().regex(/^[0-9a-f]{24}$/, 'is not a known id')

/** An e-mail address in the form it is compared and stored: trimmed, lower case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address').max(254))

/** A point in time outside: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()

/** Ids of Stripe's objects (`cs_...`, `pi_...`, `sub_...`). */
export const stripeId = z.string().regex(/^[A-Za-z0-9_]{1,255}$/, 'is not a known id')

/** Paging and filters that each admin list takes (design, section 5). A limit of 0 answers the total alone. */
export const adminListQuery = z.object({
  limit: z.coerce.number().int().min(0).max(200).default(50),
  cursor: objectId.optional(),
  status: z.string().max(40).optional(),
  q: z.string().trim().max(100).optional(),
})

/** The filters of a list alone: what an export takes. */
export const adminExportQuery = adminListQuery.pick({ status: true, q: true })

/** Over how many days, today included, figures are asked for. */
export const adminStatsQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })

/** A calendar day, UTC: `2026-01-31`. */
export const calendarDay = z.iso.date()

/** The frame of each admin list: one page, the count under the filter (`mostCounted`), where the next page starts. */
export const adminListOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), nextCursor: z.string().nullable() })

/** How every failure looks from outside (design, section 5). */
export const errorAnswer = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
