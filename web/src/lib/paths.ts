/** Every path of the store, in one place. The gateway answers any other page with status 404. */
export const paths = {
  home: '/',
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
  support: '/support',
  /** Where the links of our mails lead to, each with a token in its fragment. */
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  /** The server's door for those who must sign in; it answers with a redirect to `/?signin=1`. */
  signIn: '/api/login',
} as const
