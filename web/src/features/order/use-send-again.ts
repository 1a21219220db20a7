import { defaultAvatar } from '@prankpost/contracts/constants'
import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addToCart, cartItemOf } from '../../lib/cart.ts'
import { note } from '../../lib/funnel.ts'
import type { Target } from '../../lib/local-targets.ts'
import { pranksQuery } from '../../lib/pranks.ts'
import { contactsQuery } from '../../lib/targets.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import type { OrderItem } from './api.ts'

/**
 * Puts an old item into the Arsenal: at today's price, and for its target as the address book has it today. A target
 * that is no longer in the address book keeps the address of the order.
 */
export function useSendAgain(order: CustomerOrder) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (item: OrderItem) => {
      const [pranks, book] = await Promise.all([
        queryClient.fetchQuery({ ...pranksQuery, staleTime: 0 }),
        // Without the address book the address of the order is used.
        queryClient.ensureQueryData(contactsQuery).catch(() => []),
      ])
      const prank = pranks.find(({ id }) => id === item.prankId)
      if (!prank) return { refusal: ['Not on Sale', `${item.prankName} is not on sale any more.`] as const }
      if (prank.soldOut) return { refusal: ['Sold Out', `${prank.name} is sold out.`] as const }
      const target = book.find(({ id }) => id === item.contactId) ?? targetOf(order, item)
      addToCart({ ...cartItemOf(prank, target), quantity: item.quantity })
      note('added', { prankId: prank.id })
      return { added: `${prank.name} for ${target.name}` }
    },
    onSuccess: ({ refusal, added }) =>
      refusal
        ? toastError(refusal[0], `${refusal[1]} Pick another prank.`)
        : toast({ title: 'Added to Arsenal', description: added }),
    onError: (error) =>
      toastError('Error', errorText(error, 'The prank could not be added. Please try again.')),
  })
}

const localId = /^local-[\w-]{1,60}$/

/** The target of an item with the address of its order, which the server accepts under a local id. */
function targetOf(order: CustomerOrder, item: OrderItem): Target {
  const known = item.contactId && localId.test(item.contactId) ? item.contactId : null
  return {
    id: known ?? `local-${`${order.id}-${item.id}`.replace(/[^\w-]/g, '-').slice(0, 60)}`,
    name: item.contactName,
    address: item.contactAddress,
    address2: item.contactAddress2,
    city: item.contactCity,
    state: item.contactState,
    zipCode: item.contactZipCode,
    profilePicture: defaultAvatar,
  }
}
