import type { FieldValues, Resolver } from 'react-hook-form'
import { reloadIfOutdated } from './outdated.ts'

/**
 * The rules of a form, loaded when it is first checked and not with its page: on a slow phone, they block for 0.2 s. A check
 * rejects when they cannot be loaded.
 */
export const rulesOnDemand =
  <Input extends FieldValues, Context, Output>(
    load: () => Promise<{ default: Resolver<Input, Context, Output> }>,
  ): Resolver<Input, Context, Output> =>
  async (...form) => {
    const { default: check } = await load().catch((error: unknown) => {
      reloadIfOutdated()
      throw error
    })
    return check(...form)
  }
