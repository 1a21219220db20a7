import { z } from 'zod'
import { timestamp } from './primitives.ts'

/** How long after the end of a month its seed is published: the draws that had begun are stored then. */
export const seedDelayMs = 60 * 60_000

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'is not a month')
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A month of draws: the commitment is the SHA-256 hash of the seed, which is published after the month. */
export const drawMonth = z.object({
  month,
  commitment: hash,
  committedAt: timestamp,
  /** Null until the month is over. */
  seed: hash.nullable(),
  /** When the seed is published. */
  publishedAt: timestamp,
})
export type DrawMonth = z.infer<typeof drawMonth>

/** Response of GET /api/draws, newest month first. */
export const drawMonths = z.object({ items: z.array(drawMonth) })

const pair = z.tuple([z.string(), z.string()])
/** See `FairDraw`. */
export const fairDraw = z.object({
  id: z.string(),
  step: z.int(),
  rows: z.int(),
  targets: z.array(z.string()),
  pranks: z.array(z.string()),
  sent: z.array(pair),
  taken: z.array(pair),
  result: z.array(pair),
})

/** Response of GET /api/draws/:month: a page of its draws, none before its seed is published. */
export const monthDraws = drawMonth.extend({
  draws: z.array(fairDraw),
  nextCursor: z.string().nullable(),
})
export type MonthDraws = z.infer<typeof monthDraws>

export const drawMonthParams = z.object({ month })
export const drawMonthQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
