import type { DrawMonth } from '@prankpost/contracts/draw-months'
import { call, type Guard, listOf, nullable, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** The fields of a month of draws; the seed is null until the month is over. */
export const monthFields = {
  month: text,
  commitment: text,
  committedAt: text,
  seed: nullable(text),
  publishedAt: text,
}
const drawMonth: Guard<DrawMonth> = shape<DrawMonth>(monthFields)

/** The months of draws, newest first. */
export const monthsQuery = queryOptions({
  queryKey: ['draws'],
  queryFn: async ({ signal }) =>
    (
      await call('GET /api/draws', {
        signal,
        expect: shape<{ items: DrawMonth[] }>({ items: listOf(drawMonth) }),
      })
    ).items,
})
