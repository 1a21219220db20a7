import { formatCents } from './money.ts'

/**
 * The date of the terms of service and the privacy policy, as their pages show it. It is the version of every wording: it
 * changes when they change, and the wording itself is stored as it was shown.
 */
export const termsDate = 'December 2024'

export const agreementKinds = ['sign-up', 'checkout', 'renewal'] as const
export type AgreementKind = (typeof agreementKinds)[number]

/** What a customer agrees to with a button. The store shows `wording` next to it; a service stores all of it. */
export interface Consent {
  kind: AgreementKind
  version: string
  wording: string
  /** The price that was shown; absent for a sign-up. */
  amountCents?: number
  /** How often it is charged; absent when it is charged once. */
  interval?: 'month'
}

/** Next to the button that creates an account. */
export const signUpConsent: Consent = {
  kind: 'sign-up',
  version: termsDate,
  wording: 'By signing up you agree to the Terms of Service and Privacy Policy.',
}

/** Next to the buttons that open the payment page of a one-time order with this total. */
export const checkoutConsent = (amountCents: number): Consent => ({
  kind: 'checkout',
  version: termsDate,
  wording: 'By paying you agree to the Terms of Service.',
  amountCents,
})

/** Next to the button that starts a plan with this price, or changes the price of one. */
export const renewalConsent = (
  amountCents: number,
  action: 'starting' | 'changing' = 'starting',
): Consent => ({
  kind: 'renewal',
  version: termsDate,
  wording: `By ${action} this subscription you agree to be charged $${formatCents(amountCents)} every month until you cancel, and to the Terms of Service.`,
  amountCents,
  interval: 'month',
})
