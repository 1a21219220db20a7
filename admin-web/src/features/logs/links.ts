/** Where a plan stands, ended or not: the tab 'Active' narrowed down to it. */
export const planLink = (stripeSubscriptionId: string) =>
  `?${new URLSearchParams({ tab: 'plans', status: 'all', q: stripeSubscriptionId })}`

/** All that was ever written down of a plan. */
export const planLogsLink = (stripeSubscriptionId: string) =>
  `?${new URLSearchParams({ tab: 'logs', q: stripeSubscriptionId })}`
