/** What happens when a number pays, and later to its payment or refunds. */
interface TestCard {
  /** `later`: the session is complete, and the bank answers when a test settles the payment. */
  pays: 'now' | 'later' | 'never'
  /** It can be stored for renewals, although charging it fails. */
  isStored?: boolean
  /** The payment is disputed as fraudulent right after it. */
  isDisputed?: boolean
  /** A refund is pending first and succeeds later, or succeeds first and fails later. */
  refund?: 'succeeds later' | 'fails later'
  /** For the hosted page. */
  about: string
}

/**
 * Stripe's own test numbers. The last one is a bank account (ACH direct debit): a payment with delayed notification.
 * @see https://docs.stripe.com/testing
 * @see https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers
 */
export const testCards: Record<string, TestCard> = {
  '4242424242424242': { pays: 'now', about: 'pays' },
  '4000000000000002': { pays: 'never', about: 'is declined' },
  '4000000000000341': { pays: 'never', isStored: true, about: 'can be stored; renewals are declined' },
  '4000000000000259': { pays: 'now', isDisputed: true, about: 'pays and is disputed' },
  '4000000000007726': { pays: 'now', refund: 'succeeds later', about: 'pays; a refund is pending first' },
  '4000000000005126': { pays: 'now', refund: 'fails later', about: 'pays; a refund fails later' },
  '000123456789': { pays: 'later', about: 'a bank account: pays days later' },
}

/** The digits of a number as a person enters it; spaces and dashes are ignored. */
const digitsOf = (number: string): string => number.replace(/[\s-]/g, '')

/** What is stored of a number: its last four digits, which no two test cards share. */
export const lastFourOf = (number: string): string => digitsOf(number).slice(-4)

/** The test card with these last four digits. */
export const storedTestCard = (lastFour: string | undefined): TestCard | undefined =>
  Object.entries(testCards).find(([number]) => lastFourOf(number) === lastFour)?.[1]

/** The test card with this number; undefined for any other number. */
export function testCardOf(number: string | undefined): TestCard | undefined {
  const digits = digitsOf(number ?? '')
  return Object.hasOwn(testCards, digits) ? testCards[digits] : undefined
}
