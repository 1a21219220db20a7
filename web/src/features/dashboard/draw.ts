import type { DrawnPrank, DrawPreferences } from '@prankpost/contracts/subscription'
import {
  ApiError,
  boolean,
  call,
  listOf,
  nullable,
  number,
  shape,
  text,
  wasRefused,
} from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { optional } from '../../lib/optional.ts'
import { pictureName } from '../../lib/pranks.ts'

const drawnPranks = listOf(
  shape<DrawnPrank>({
    slot: number,
    prank: shape<DrawnPrank['prank']>({ id: text, name: text, image: pictureName }),
    contact: nullable(
      shape<NonNullable<DrawnPrank['contact']>>({ id: text, name: text, city: text, state: text }),
    ),
    why: text,
    canSwap: boolean,
    shippedAt: nullable(text),
    drawId: optional(text),
  }),
)
const preferences = shape<DrawPreferences>({
  excludedPrankIds: listOf(text),
  excludedContactIds: listOf(text),
})

/** How often a draw is read that does not exist yet. */
const missingDrawPollMs = 3000
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/**
 * What was drawn for the paid month of a plan; null while the shop has not drawn it, seconds after the payment. It is read
 * again each time it is shown: targets and parcels may have changed.
 */
export const drawQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan-draw', planId],
    queryFn: async ({ signal }): Promise<DrawnPrank[] | null> => {
      try {
        return await call('GET /api/subscriptions/:id/draw', {
          params: { id: planId },
          signal,
          expect: drawnPranks,
        })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    staleTime: 0,
    refetchOnMount: ({ state }) => (wasRefused(state) ? false : 'always'),
    refetchInterval: ({ state }) => (state.data === null && !wasRefused(state) ? missingDrawPollMs : false),
  })

/** Draws one prank again. Returns the whole draw. */
export function swapPrank(planId: string, slot: number): Promise<DrawnPrank[]> {
  return call('POST /api/subscriptions/:id/draw/:slot/swap', {
    params: { id: planId, slot },
    expect: drawnPranks,
  })
}

/**
 * Which pranks and targets are never drawn for a plan. Not cached: a save replaces all of them, so it must start from what is
 * stored, which another device may have changed.
 */
export const preferencesQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan-preferences', planId],
    queryFn: ({ signal }) =>
      call('GET /api/subscriptions/:id/preferences', {
        params: { id: planId },
        signal,
        expect: preferences,
      }),
    gcTime: 0,
  })

/** Saves what is never drawn. Unsent pranks that contradict it are drawn again. */
export function savePreferences(planId: string, body: DrawPreferences): Promise<DrawPreferences> {
  return call('PUT /api/subscriptions/:id/preferences', { params: { id: planId }, body, expect: preferences })
}
