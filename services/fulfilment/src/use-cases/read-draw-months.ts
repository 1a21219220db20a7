import { type DrawMonth, type drawMonthQuery, type MonthDraws, seedDelayMs } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { DrawSeed } from '../draw-seed.model.ts'
import { endOf } from '../draw-seeds.ts'
import type { Shipment } from '../shipment.model.ts'

const maxMonths = 36
type MonthDeps = Pick<Deps, 'seedModel' | 'now'>

/** The newest months of draws with their commitments, and with the seeds of those that are over. */
export async function listDrawMonths({ seedModel, now }: MonthDeps): Promise<{ items: DrawMonth[] }> {
  const found = await seedModel.find().sort({ _id: -1 }).limit(maxMonths).lean<DrawSeed[]>()
  return { items: found.map((one) => toDrawMonth(one, now())) }
}

/**
 * A page of the draws of a month, in the order of their ids; none before the seed of the month is published. Publishing is a rule
 * about time, not a write: a process that dies leaves nothing undone.
 * @throws 404 for a month without a commitment
 */
export async function readDrawMonth(
  { month, cursor, limit }: { month: string } & z.output<typeof drawMonthQuery>,
  { seedModel, shipments, now }: MonthDeps & Pick<Deps, 'shipments'>,
): Promise<MonthDraws> {
  const seed = await seedModel.findById(month).lean<DrawSeed>()
  if (seed === null) throw notFound('There are no draws of this month.')
  const shown = toDrawMonth(seed, now())
  if (shown.seed === null) return { ...shown, draws: [], nextCursor: null }
  const found = await shipments
    .find(
      { 'draws.month': month, ...(cursor && { drawId: { $gt: cursor } }) },
      { drawId: 1, draws: 1, _id: 0 },
    )
    .sort({ drawId: 1 })
    .limit(limit)
    .lean<Required<Pick<Shipment, 'drawId' | 'draws'>>[]>()
  const draws = found.flatMap(({ drawId, draws: records }) =>
    records.flatMap(({ month: of, step, rows, targets, pranks, sent, taken, result }) =>
      of === month ? { id: drawId, step, rows, targets, pranks, sent, taken, result } : [],
    ),
  )
  return {
    ...shown,
    draws: draws as MonthDraws['draws'],
    nextCursor: found.length === limit ? (found.at(-1)?.drawId ?? null) : null,
  }
}

function toDrawMonth({ _id, seed, commitment, committedAt }: DrawSeed, at: Date): DrawMonth {
  const publishedAt = new Date(endOf(_id).getTime() + seedDelayMs)
  return {
    month: _id,
    commitment,
    committedAt: committedAt.toISOString(),
    seed: at >= publishedAt ? seed : null,
    publishedAt: publishedAt.toISOString(),
  }
}
