import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dropPaidCart } from '../../lib/parking.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { confirmPayment, type Payment } from './api.ts'

const words = {
  order: {
    done: 'Payment Successful!',
    failed: 'Payment Processing Error',
    why: 'There was an issue confirming your payment. Please contact support.',
  },
  plan: {
    done: 'Subscription Activated!',
    failed: 'Subscription Processing Error',
    why: 'There was an issue activating your subscription. Please contact support.',
  },
} as const

/**
 * Confirms the payment once the customer is signed in, exactly once for each time that it is asked for.
 * A confirmed one-time payment drops the cart that it paid. A plan's payment leaves the Arsenal as it is: nothing of it
 * was paid.
 */
export function useConfirmation(payment: Exclude<Payment, { kind: 'invalid' }>, isSignedIn: boolean) {
  const queryClient = useQueryClient()
  const { kind } = payment
  const { mutate, data, error, isPending, isIdle } = useMutation({
    mutationFn: () => confirmPayment(payment),
    onSuccess: () => {
      if (kind === 'order') dropPaidCart()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' })
      toast({ title: words[kind].done })
    },
    onError: () => toastError(words[kind].failed, words[kind].why),
  })
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isSignedIn || isAsked.current) return
    isAsked.current = true
    mutate()
  }, [isSignedIn, mutate])
  return { data, error, isPending: isPending || isIdle, confirm: () => mutate() }
}
