/** Every path of the store. The gateway answers any other page with status 404. */
export const paths = {
  home: '/',
  /** The page of a prank: see `prankPath`. */
  prank: '/pranks/:slug',
  dashboard: '/dashboard',
  history: '/dashboard?tab=history',
  account: '/dashboard?tab=account',
  oldHistory: '/history',
  targets: '/targets',
  achievements: '/achievements',
  cart: '/cart',
  checkout: '/checkout',
  subscribe: '/subscribe',
  success: '/success',
  /** A customer's order: see `orderPath`. */
  order: '/order',
  support: '/support',
  /** The targets of the links in our mails, each with a token in its fragment. */
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  orderStatus: '/order-status',
  messages: '/messages',
  doNotPrank: '/do-not-prank',
  /** The page of the code on a slip, for its recipient. */
  slip: '/r/:code',
  anonymity: '/anonymity',
  fairDraw: '/fair-draw',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  /** The server's sign-in entry point; it redirects to `/?signin=1`. */
  signIn: '/api/login',
} as const

/** The page of a prank on sale. */
export const prankPath = (slug: string) => `/pranks/${encodeURIComponent(slug)}`

/** The home page with a prank picked, at the choice of its target. */
export const sendPath = (prankId: string) => `${paths.home}?prank=${encodeURIComponent(prankId)}`

/** The page of one of the customer's orders. */
export const orderPath = (id: string) => `${paths.order}?id=${encodeURIComponent(id)}`
