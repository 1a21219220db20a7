/** Every path of the store, in one place. The gateway answers any other page with status 404. */
export const paths = {
  home: '/',
  dashboard: '/dashboard',
  history: '/dashboard?tab=history',
  oldHistory: '/history',
  targets: '/targets',
  achievements: '/achievements',
  cart: '/cart',
  checkout: '/checkout',
  subscribe: '/subscribe',
  success: '/success',
  support: '/support',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  /** The server's door for those who must sign in; it answers with a redirect to `/?signin=1`. */
  signIn: '/api/login',
} as const
