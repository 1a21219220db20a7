import { accountAnswer } from '@prankpost/contracts'
import { AppError } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** A customer's account as it is now; null when it was deleted. */
export async function accountOf(
  userId: string,
  { auth }: Pick<Deps, 'auth'>,
): Promise<z.output<typeof accountAnswer> | null> {
  try {
    return await auth.get(`/internal/users/${userId}`, accountAnswer)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
