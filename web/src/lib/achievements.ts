import type { Achievement as Contracted } from '@prankpost/contracts/achievement'
import { boolean, call, listOf, number, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { optional } from './optional.ts'

/** An achievement, unlocked or not. `icon` may be unknown to this version; such icons are shown with a default. */
export type Achievement = Omit<Contracted, 'icon'> & { icon: string }

const achievement = shape<Achievement>({
  id: text,
  title: text,
  description: text,
  icon: text,
  unlocked: boolean,
  progress: number,
  maxProgress: number,
  reward: text,
  unlockedDate: optional(text),
})
const isAchievement = (value: unknown): value is Contracted => achievement(value)

/** All achievements, with the customer's progress. */
export const achievementsQuery = queryOptions({
  queryKey: ['achievements'],
  queryFn: ({ signal }): Promise<Achievement[]> =>
    call('GET /api/achievements', { signal, expect: listOf(isAchievement) }),
})
