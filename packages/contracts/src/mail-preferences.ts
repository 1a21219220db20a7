import { z } from 'zod'

/** The kinds of mails about orders and plans, in the order of the list in Account. `required`: sent in any case. */
export const mailKinds = {
  'order-paid': { title: 'Order confirmation', required: true },
  'order-cancelled': { title: 'Order cancelled', required: true },
  'refund-sent': { title: 'Refund sent', required: true },
  'parcel-shipped': { title: 'Parcel on its way', required: false },
  'parcel-delivered': { title: 'Parcel delivered', required: false },
  'parcel-reacted': { title: 'A recipient reacted', required: false },
  'parcel-sent-again': { title: 'Parcel came back and is sent again', required: false },
  'parcel-refused': { title: 'Parcel refused after a review', required: true },
  'plan-started': { title: 'Plan started', required: true },
  'plan-renewal-due': { title: 'Renewal in 3 days', required: true },
  'plan-charged': { title: 'Monthly receipt', required: true },
  'payment-failed': { title: 'Payment failed', required: true },
  'plan-recovered': { title: 'Payment recovered', required: false },
  'plan-paused': { title: 'Plan paused', required: false },
  'plan-resumed': { title: 'Plan resumed', required: false },
  'plan-changed': { title: 'Plan changed', required: true },
  'plan-ended': { title: 'Plan ended', required: true },
  'message-received': { title: 'We got your message', required: false },
} as const
export type CustomerMailKind = keyof typeof mailKinds
export const customerMailKinds = Object.keys(mailKinds) as CustomerMailKind[]

export const mailPreferences = z.object({
  preferences: z.array(
    z.object({
      kind: z.enum(customerMailKinds),
      title: z.string(),
      /** The law or the contract requires it: it cannot be switched off. */
      required: z.boolean(),
      enabled: z.boolean(),
    }),
  ),
})
export type MailPreferences = z.infer<typeof mailPreferences>

/** Body of PUT /api/account/mail-preferences. */
export const mailPreferencesInput = z.object({
  preferences: z
    .array(z.object({ kind: z.enum(customerMailKinds), enabled: z.boolean() }))
    .min(1)
    .max(customerMailKinds.length),
})
