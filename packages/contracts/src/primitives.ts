import { z } from 'zod'
import { visibleText } from './visible-text.ts'

// A single line of user input never contains control characters; MongoDB's indexes reject a null byte.
const control = /\p{Cc}/u
const controlButLines = /(?![\n\r\t])\p{Cc}/u

// The input may be longer than the stored text by this factor: it is trimmed, composed and freed of invisible characters.
const rawFactor = 4

/** The common part of lines and paragraphs. The length is checked first, so that very long texts are not processed. */
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

/** An id from one of our databases: 24 hexadecimal digits. */
export const objectId = z.string().regex(/^[0-9a-f]{24}$/, 'is not a known id')

/** An e-mail address as it is stored and compared: trimmed, in lower case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address').max(254))

/** A point in time in the API: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()

/** Ids of Stripe's objects (`cs_...`, `pi_...`, `sub_...`). */
export const stripeId = z.string().regex(/^[A-Za-z0-9_]{1,255}$/, 'is not a known id')

/** Paging and filters of every admin list (design, section 5). A limit of 0 returns only the total. */
export const adminListQuery = z.object({
  limit: z.coerce.number().int().min(0).max(200).default(50),
  cursor: objectId.optional(),
  status: z.string().max(40).optional(),
  q: z.string().trim().max(100).optional(),
})

/** The parameters of an export: the filters of a list, without paging. */
export const adminExportQuery = adminListQuery.pick({ status: true, q: true })

/** A calendar day, UTC: `2026-01-31`. */
export const calendarDay = z.iso.date()

/** The schema of every admin list: one page, the number of matches (up to `mostCounted`), where the next page starts. */
export const adminListOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), nextCursor: z.string().nullable() })

/** The body of every error response (design, section 5). */
export const errorAnswer = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
