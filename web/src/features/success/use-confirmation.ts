import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { removeDiscount } from '../../lib/discount.ts'
import { codeFor } from '../../lib/discount-check.ts'
import { note } from '../../lib/funnel.ts'
import { dropPaidCart } from '../../lib/last-payment.ts'
import { notePaid } from '../../lib/parking.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { confirmPayment, type Payment } from './api.ts'

const texts = {
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
 * Confirms the payment once the customer is signed in; each call of `confirm` sends it once more. A confirmed one-time
 * payment drops the cart that it paid. A plan's payment keeps the cart, whose items it did not pay for, and drops the code for
 * plans. Each does so once: the page may be shown again when the next purchase is prepared.
 */
export function useConfirmation(payment: Exclude<Payment, { kind: 'invalid' }>, isSignedIn: boolean) {
  const queryClient = useQueryClient()
  const { kind } = payment
  const { mutate, data, error, isPending, isIdle } = useMutation({
    mutationFn: () => confirmPayment(payment),
    onSuccess: () => {
      if (payment.kind === 'order') dropPaidCart(payment.sessionId)
      else if (notePaid(payment.sessionId) && codeFor('plan')) removeDiscount()
      note(kind === 'order' ? 'paid' : 'planPaid')
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' })
      toast({ title: texts[kind].done })
    },
    onError: () => toastError(texts[kind].failed, texts[kind].why),
  })
  const isRequested = useRef(false)
  useEffect(() => {
    if (!isSignedIn || isRequested.current) return
    isRequested.current = true
    mutate()
  }, [isSignedIn, mutate])
  return { data, error, isPending: isPending || isIdle, confirm: () => mutate() }
}
