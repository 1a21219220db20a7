import type { Achievement } from '@prankpost/contracts/achievement'
import type { CheckedDiscount } from '@prankpost/contracts/discount'
import type { Prank, PrankDetails } from '@prankpost/contracts/prank'
import { exportSections } from '@prankpost/contracts/services'
import type { Subscription } from '@prankpost/contracts/subscription'
import type { User } from '@prankpost/contracts/user'
import type { Target } from '../src/lib/local-targets.ts'

/** An id in the format of our databases. */
export const idOf = (n: number) => n.toString(16).padStart(24, '0')

/** The catalog that the tests' server sells. */
export const pranks: Prank[] = [
  ['Raw Potato', 'potato'],
  ['Glitter of Doom', 'glitter'],
  ['Bag of Farts', 'fart'],
  ['Fake Adoption Papers', 'adopted'],
  ['Mystery Sauce', 'condiments'],
  ['Dirty Sock', 'sock'],
].map(([name, image], index) => ({
  id: idOf(index + 1),
  name: name ?? '',
  description: `All about the ${name}.`,
  price: '4.99',
  tier: 'Standard',
  image: image as Prank['image'],
  picture: null,
  slug: String(name).toLowerCase().replaceAll(' ', '-'),
  soldOut: false,
}))

/** The first of them, as its page reads it. */
export const potato: PrankDetails = {
  ...(pranks[0] as Prank),
  slug: 'raw-potato',
  contents: 'One raw potato. Nothing else.',
  allergens: 'No major allergens.',
}

/** The customer who signs in. */
export const molly: User = {
  id: idOf(900),
  email: 'molly@example.com',
  firstName: 'Molly',
  lastName: 'Jester',
  createdAt: '2024-12-01T10:00:00.000Z',
}

/** A target. */
export const bob: Target = {
  id: idOf(500),
  name: 'Bob Butterfingers',
  address: '1 Elm Street',
  address2: null,
  city: 'Reno',
  state: 'NV',
  zipCode: '89501',
  profilePicture: 'nerd',
}

/** An unlocked achievement, one in progress, and one that is not started. */
export const achievements: Achievement[] = [
  ['First Strike', 'zap', 1, 1, '2024-12-02T10:00:00.000Z'] as const,
  ['Serial Prankster', 'medal', 2, 5, null] as const,
  ['Little Black Book', 'heart', 0, 5, null] as const,
].map(([title, icon, progress, maxProgress, unlockedDate], index) => ({
  id: `achievement-${index}`,
  title,
  description: `All about ${title}.`,
  icon,
  unlocked: unlockedDate !== null,
  progress,
  maxProgress,
  reward: `Glory for ${title}`,
  unlockedDate,
}))

/** Molly's plan of three pranks a month. */
export const planOf = (status: Subscription['status']): Subscription => ({
  id: idOf(700),
  userId: molly.id,
  status,
  prankCount: 3,
  monthlyAmount: '14.97',
  prices: ['4.99', '9.98', '14.97', '19.96', '24.95'],
  stripeSubscriptionId: 'sub_1',
  createdAt: molly.createdAt,
  updatedAt: molly.createdAt,
  nextPrankCount: null,
  nextMonthlyAmount: null,
  agreement: null,
  changesAt: null,
  pausedUntil: null,
  nextChargeAt: null,
  currentPeriodEnd: null,
  cancelledAt: null,
  fulfillmentStatus: 'green',
  parcelsDue: 0,
  lastFulfillmentDate: null,
  user: { id: molly.id, email: molly.email, firstName: molly.firstName, lastName: molly.lastName },
})

/** The messages that auth returns about the links in mails. */
export const sentences = {
  mailed: 'A new link is on its way to your email address.',
  verified: 'Thank you! Your email address is verified.',
  notVerified: 'This link does not work any more. Have a new one sent from your Account.',
  otherAccount: 'This link belongs to another account. Sign in with the address that the mail was sent to.',
  forgotten: 'If there is an account with this email, a link to set a new password is on its way.',
  reset: 'Your new password is set. Please sign in with it.',
  changed: 'Your new password is set. Other devices are signed out.',
  wrongPassword: 'Your current password is not right.',
  used:
    'This link was used already or is too old. If you have just set a new password, sign in with it; ' +
    'if not, ask for a new link where you sign in.',
  tooMany: 'Too many mails were asked for. Please try again in 43 minutes.',
  unverified: 'Please verify your email address first. The link is in your Account.',
}

/** The state of the customer's data export, with this number of completed parts. */
export const exportOf = (state: 'none' | 'gathering' | 'ready', ready: number) => ({
  state,
  requestedAt: state === 'none' ? null : '2026-03-02T10:00:00.000Z',
  readyAt: state === 'ready' ? '2026-03-02T10:00:05.000Z' : null,
  expiresAt: state === 'none' ? null : '2026-03-09T10:00:00.000Z',
  sections: Object.values(exportSections).map((name, n) => ({ name, ready: n < ready })),
})

/** What the shop says about MARKYMARC. */
export const markymarc: CheckedDiscount = {
  code: 'MARKYMARC',
  kind: 'unitPrice',
  value: '0.99',
  appliesTo: 'both',
}
/** The storage of a browser in which it is applied. */
export const discountStored = {
  appliedDiscount: 'true',
  discountCode: 'MARKYMARC',
  'prankpost-discount': markymarc,
}
