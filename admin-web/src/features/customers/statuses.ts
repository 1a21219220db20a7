import type { AdminCustomer } from '@prankpost/contracts/admin-customer'
import type { StatusMap } from '../../components/status-badge.tsx'

/** The states of an account. */
export const accountStatuses = {
  verified: { label: 'Verified', color: 'green' },
  unverified: { label: 'Address not verified', color: 'gold' },
  blocked: { label: 'Blocked', color: 'red' },
} satisfies StatusMap

export const accountStatusOf = ({ blocked, emailVerified }: AdminCustomer) =>
  blocked ? 'blocked' : emailVerified ? 'verified' : 'unverified'

/** The customer's name; the address if the account has none. */
export const nameOf = ({ firstName, lastName, email }: AdminCustomer) =>
  `${firstName} ${lastName}`.trim() || email
