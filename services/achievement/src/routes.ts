import { on, type Route } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { listAchievements } from './use-cases/list-achievements.ts'

/** The HTTP map of achievement; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('GET /api/achievements', ({ user }) => listAchievements({ ownerId: user.id }, deps)),
]
