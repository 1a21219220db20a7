import { z } from 'zod'
import { timestamp } from './primitives.ts'

export const achievementIcons = ['trophy', 'crown', 'star', 'medal', 'zap', 'heart'] as const

/** One of a customer's achievements (specification, section 3); `unlockedDate` is null while it is locked. */
export const achievement = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.enum(achievementIcons),
  unlocked: z.boolean(),
  progress: z.int().min(0),
  maxProgress: z.int().min(1),
  reward: z.string(),
  unlockedDate: timestamp.nullable(),
})
export type Achievement = z.infer<typeof achievement>
