import { errorText } from '@prankpost/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { updateTargetInCart } from './cart-changes.ts'
import { isSameTarget, localTargetsSlot, removeLocalTarget } from './local-targets.ts'
import { addToBook, saveContact } from './new-target.ts'
import { contactsQuery } from './targets.ts'
import { toastError } from './toasts.ts'

let moving: Promise<void> | null = null

/**
 * Moves a guest's targets to the address book of the customer who has just signed in. Duplicates (same name and
 * address) are saved once, and cart items refer to the saved targets. A target that could not be saved stays in this
 * browser, and a toast reports it. A call during a move returns that move.
 */
export function moveGuestTargets(queryClient: QueryClient): Promise<void> {
  moving ??= move(queryClient).finally(() => {
    moving = null
  })
  return moving
}

async function move(queryClient: QueryClient) {
  const waiting = localTargetsSlot.get()
  if (waiting.length === 0) return
  const failed: { name: string; reason: string }[] = []
  try {
    const book = [...(await queryClient.ensureQueryData(contactsQuery))]
    // One after the other, so that the address book keeps the order in which the guest added them.
    for (const local of waiting) {
      try {
        let saved = book.find((known) => isSameTarget(known, local))
        if (!saved) {
          const { id: _, ...input } = local
          saved = await saveContact(input)
          book.push(saved)
          await addToBook(queryClient, saved)
        }
        updateTargetInCart(saved, local.id)
        removeLocalTarget(local.id)
      } catch (error) {
        failed.push({ name: local.name, reason: errorText(error, 'Please try again.') })
      }
    }
  } catch (error) {
    failed.push(...waiting.map(({ name }) => ({ name, reason: errorText(error, 'Please try again.') })))
  }
  const [first] = failed
  if (first) {
    const names = failed.map(({ name }) => name).join(', ')
    toastError(
      'Failed to add target',
      `${names} could not be moved to your address book and stays in this browser. ${first.reason}`,
    )
  }
}
