/** Business constants of the specification, section 9. Money is integer cents. */

export const productName = 'PrankPost'
export const basePriceCents = 499
/** The code that every shop starts with. */
export const discountCode = 'MARKYMARC'
/** The price of an item with the discount, and also of a whole plan per month. */
export const discountedPriceCents = 99
export const maxPranksPerMonth = 5
export const maxItemQuantity = 10
export const maxCartItems = 50
export const maxCustomMessageLength = 280
export const minTargetSlots = 6
export const guestOrderWindowDays = 30
/** Days after which an unpaid order expires: it can no longer be paid, and is removed. */
export const unpaidOrderDays = 7
/** A customer may cancel an order within this many hours after payment (FAQ). */
export const cancelWithinHours = 2
/** The delivery promise: business days from payment, or from shipping once the parcel is shipped (FAQ). */
export const deliveryBusinessDays = { from: 3, to: 7 } as const
/** A link to an order in a mail is valid for this many days. */
export const orderLinkDays = 180
/** The shipping promise: a parcel is shipped within this many hours after payment. */
export const shippingPromiseHours = 24
/** Messages are answered within this many hours (contact form, FAQ). */
export const answerPromiseHours = 24
/** A link to the thread of a message in a mail is valid for this many days. */
export const messageLinkDays = 90
/** The thread of a message has at most this many replies. */
export const maxReplies = 100
/** Texts for answers that are kept. */
export const maxReplyTemplates = 50
export const currency = 'usd'

/** Consonants that are not hexadecimal digits: a reference never looks like a word or an id, and no letter like a digit. */
export const referenceLetters = 'GHJKMNPQRSTVWXYZ'
export const referenceLength = 10
/** A parcel's reference, which is the code on its label. */
export const referencePattern = /^[GHJKMNPQRSTVWXYZ]{10}$/
/**
 * Whether a scanner read the label of a parcel. This is no tracking number: customers see those, and never this code. The form of a
 * plan adds the number of the parcel, as in `-2`.
 */
export const isReference = (text: string) =>
  referencePattern.test(text.trim().toUpperCase().replace(/-\d+$/, ''))
export const referenceRefusal = 'This is the label of a parcel, not a tracking number.'

export const avatarIds = ['hunk', 'clown', 'angry', 'sad', 'hippy', 'unicorn', 'babe', 'nerd'] as const
export type AvatarId = (typeof avatarIds)[number]
export const defaultAvatar: AvatarId = 'hunk'

export const prankImages = ['fart', 'potato', 'glitter', 'adopted', 'condiments', 'sock'] as const
export type PrankImage = (typeof prankImages)[number]

/** What may be uploaded as a picture, in media types and bytes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export const pictureMaxBytes = 5_242_880

/** The widths of stored pictures in pixels: as shown in the store, for dense screens, and large. */
export const pictureWidths = [112, 224, 448] as const
/** The least that a price may be: the least that Stripe charges. */
export const minPriceCents = 50
/** What the value of a discount means: percent off, dollars off the whole purchase, or the price of each item. */
export const discountKinds = ['percent', 'amount', 'unitPrice'] as const
export type DiscountKind = (typeof discountKinds)[number]
/** The highest limits of a discount code. */
export const maxDiscountUses = 10_000
export const maxDiscountUsesPerCustomer = 100
/** The largest stock that can be counted. */
export const maxStock = 10_000
export const fallbackPrankImage: PrankImage = 'potato'
export const defaultTier = 'Standard'

/** The values of a cart item for missing parts of its contact's address (specification, section 3). */
export const missingAddress = {
  address: 'Address not provided',
  city: 'City not provided',
  state: 'State not provided',
  zipCode: '00000',
} as const

/** The statuses of an order that the operator can set, in any order (specification, section 4). */
export const settableOrderStatuses = ['pending', 'paid', 'processing', 'shipped', 'delivered'] as const

/**
 * The name of a cookie, which depends on the shop's public URL. Over https it has the prefix `__Host-`: browsers accept
 * such a cookie only from the shop's own host, with Secure and for every path. The other name is not accepted.
 */
const cookieNameOf = (name: string, publicUrl: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

export const sessionCookie = 'prankpost_session'
export const sessionCookieOf = (publicUrl: string) => cookieNameOf(sessionCookie, publicUrl)
/** The session of an operator. */
export const operatorCookieOf = (publicUrl: string) => cookieNameOf('prankpost_operator', publicUrl)
/** Marks a browser in which an operator signed in: its wrong passwords are counted apart from those of others. */
export const operatorBrowserCookieOf = (publicUrl: string) =>
  cookieNameOf('prankpost_operator_browser', publicUrl)
export const sessionDays = 7
export const adminPasswordHeader = 'x-admin-password'

/** The paths of the store's router; the gateway answers any other page with status 404. */
export const webPaths = [
  '/',
  '/pranks/:slug',
  '/dashboard',
  '/targets',
  '/history',
  '/achievements',
  '/cart',
  '/checkout',
  '/subscribe',
  '/success',
  '/order',
  '/order-status',
  '/support',
  '/messages',
  '/do-not-prank',
  '/anonymity',
  '/fair-draw',
  '/r/:code',
  '/reset-password',
  '/verify-email',
  '/privacy-policy',
  '/terms-of-service',
] as const

/** The public pages without parameters, for search engines; the others are private, or depend on a link. */
export const publicWebPaths = [
  '/',
  '/subscribe',
  '/support',
  '/do-not-prank',
  '/anonymity',
  '/fair-draw',
  '/privacy-policy',
  '/terms-of-service',
] as const satisfies readonly (typeof webPaths)[number][]

/** A list counts at most this many matches of its filter; the total then means "or more". */
export const mostCounted = 10_000

/** The kinds of entries in the audit trail: changes and exports of files, and reads of personal data. */
export const auditKinds = ['changes', 'reads'] as const

/** The reports of the operator. */
export const reportNames = [
  'sales',
  'pranks',
  'plans',
  'fulfilment',
  'discounts',
  'funnel',
  'funnel-pranks',
] as const
export type ReportName = (typeof reportNames)[number]

/** The period of a row. A week starts on Monday; `total` is the whole time of the report. */
export const reportPeriods = ['day', 'week', 'month', 'total'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** The most days of a report. */
export const maxReportDays = 800

/** Where a visit came from. The funnel stores no more about it. */
export const visitSources = ['search', 'social', 'email', 'direct', 'other'] as const
export type VisitSource = (typeof visitSources)[number]
/** The steps of the funnel that are also counted by prank: seen, selected, put into the Arsenal, payment page opened. */
export const prankSteps = ['viewed', 'picked', 'added', 'checkout'] as const
export type PrankStep = (typeof prankSteps)[number]
/** Every step that a browser reports: those of a one-time order, then those of a plan. */
export const funnelSteps = [
  'visit',
  ...prankSteps,
  'paid',
  'plansViewed',
  'planPicked',
  'planCheckout',
  'planPaid',
] as const
export type FunnelStep = (typeof funnelSteps)[number]
/** The most steps of one call. */
export const maxFunnelSteps = 20

/** The most characters of a recipient's message about harassment. */
export const maxReportMessage = 1_000

/** The emojis that a recipient can answer with. */
export const reactionEmojis = ['😂', '😱', '🤢', '😡', '👏', '❤️'] as const
export type ReactionEmoji = (typeof reactionEmojis)[number]
/** The most characters of a recipient's message to the sender. */
export const maxReactionLength = 200
/** Guesses of a recipient, over all that have the slip. */
export const maxGuesses = 3
export const maxGuessNames = 4
export const maxGuessNameLength = 24
export const maxShownNameLength = 32

/**
 * How many days after its delivery a parcel's address is forgotten, unless `FORGET_AFTER_DAYS` says otherwise. Then its slip
 * leads nowhere, so a reveal is not later.
 */
export const forgetAfterDays = 45

/** How far ahead the day may be by which a parcel is to arrive. */
export const maxArriveByDays = 180
