import { formatCents } from './money.ts'

/**
 * The date of the first version of the terms of service and the privacy policy, as their pages show it. Later versions are
 * published by operators and have the labels of `textLabel`. An agreement stores the label of the version that applied, and
 * the wording as it was shown.
 */
export const termsDate = 'December 2024'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The label of a version of a text: what its page shows, and what agreements store. */
export const textLabel = (version: number, publishedAt: Date): string =>
  version === 1 ? termsDate : `${day.format(publishedAt)} (version ${version})`

/** The number of the version of the terms that an agreement names; null if it names none that is known here. */
export function termsVersionOf({ version }: { version: string }): number | null {
  const [terms = ''] = version.split(';')
  if (terms === termsDate) return 1
  const number = /\(version (\d+)\)$/.exec(terms)?.[1]
  return number === undefined ? null : Number(number)
}

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

/** What a sign-up stores as its version: that of the terms, and that of the privacy policy if its label is another one. */
export const signUpVersion = (terms: string, privacy: string): string =>
  terms === privacy ? terms : `${terms}; Privacy Policy of ${privacy}`

/** Next to the buttons that open the payment page of a one-time order with this total. */
export const checkoutConsent = (amountCents: number, version = termsDate): Consent => ({
  kind: 'checkout',
  version,
  wording: 'By paying you agree to the Terms of Service.',
  amountCents,
})

/** Next to the button that starts a plan with this price, or changes the price of one. */
export const renewalConsent = (
  amountCents: number,
  action: 'starting' | 'changing' = 'starting',
  version = termsDate,
): Consent => ({
  kind: 'renewal',
  version,
  wording: `By ${action} this subscription you agree to be charged $${formatCents(amountCents)} every month until you cancel, and to the Terms of Service.`,
  amountCents,
  interval: 'month',
})
