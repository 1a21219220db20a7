import { ApiError, call } from '@prankpost/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { removeTargetFromCart, updateTargetInCart } from './cart-changes.ts'
import {
  isLocal,
  removeLocalTarget,
  type Target,
  type TargetInput,
  updateLocalTarget,
} from './local-targets.ts'
import { changeBook } from './new-target.ts'
import { isContact } from './targets.ts'

/** Edits and deletes targets in the address book or in this browser, and updates the cart accordingly. */
export function useTargetChanges(method: 'PUT' | 'PATCH') {
  const queryClient = useQueryClient()
  return {
    /** Saves an edited target. @throws ApiError when the address book refused it; then nothing has changed */
    edit: async (target: Target, input: TargetInput) => {
      const edited = isLocal(target) ? editLocal(target, input) : await editSaved(target, input, method)
      if (!isLocal(target))
        await changeBook(queryClient, (book) =>
          book.map((known) => (known.id === edited.id ? edited : known)),
        )
      updateTargetInCart(edited)
    },
    /** Deletes a target. @throws ApiError when the address book refused it; then nothing has changed */
    remove: async (target: Target) => {
      if (isLocal(target)) removeLocalTarget(target.id)
      else await removeSaved(target, queryClient)
      removeTargetFromCart(target.id)
    },
  }
}

function editLocal({ id }: Target, input: TargetInput): Target {
  const edited = { ...input, id }
  updateLocalTarget(edited)
  return edited
}

async function editSaved({ id }: Target, input: TargetInput, method: 'PUT' | 'PATCH'): Promise<Target> {
  const options = { params: { id }, body: input, expect: isContact }
  return method === 'PUT'
    ? await call('PUT /api/contacts/:id', options)
    : await call('PATCH /api/contacts/:id', options)
}

async function removeSaved({ id }: Target, queryClient: QueryClient) {
  try {
    await call('DELETE /api/contacts/:id', { params: { id } })
  } catch (error) {
    // Already deleted: from another browser, or by an earlier try whose answer was lost.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  await changeBook(queryClient, (book) => book.filter((known) => known.id !== id))
}
