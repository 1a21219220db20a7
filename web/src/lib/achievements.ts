import type { Achievement as Contracted } from '@prankpost/contracts/achievement'
import { call, type Guard, listOf, number, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** Something that a customer has earned, or is about to; an icon that we do not know gets a default. */
export type Achievement = Omit<Contracted, 'icon'> & { icon: string }

const date: Guard<string | null> = (value): value is string | null => (value ?? null) === null || text(value)
const achievement = shape<Achievement>({
  id: text,
  title: text,
  description: text,
  icon: text,
  unlocked: oneOf([true, false]),
  progress: number,
  maxProgress: number,
  reward: text,
  unlockedDate: date,
})
const isAchievement = (value: unknown): value is Contracted => achievement(value)

/** What there is to earn, and how far the customer is. */
export const achievementsQuery = queryOptions({
  queryKey: ['achievements'],
  queryFn: ({ signal }): Promise<Achievement[]> =>
    call('GET /api/achievements', { signal, expect: listOf(isAchievement) }),
})
