import type { TextName } from '@prankpost/contracts/text'

/** The texts of the store, with what operators call them and where customers read them. */
export const textLabels: Record<TextName, { label: string; page: string }> = {
  terms: { label: 'Terms of Service', page: '/terms-of-service' },
  privacy: { label: 'Privacy Policy', page: '/privacy-policy' },
  faq: { label: 'Frequently Asked Questions', page: '/support' },
}

/** The name of a text in the URL, if it is one. */
export const textNameIn = (value: string | null): TextName | null =>
  value !== null && value in textLabels ? (value as TextName) : null
