/** A link to a plan of any status: the tab 'Active', filtered by its id. */
export const planLink = (stripeSubscriptionId: string) =>
  `?${new URLSearchParams({ tab: 'plans', status: 'all', q: stripeSubscriptionId })}`

/** A link to all log entries of a plan. */
export const planLogsLink = (stripeSubscriptionId: string) =>
  `?${new URLSearchParams({ tab: 'logs', q: stripeSubscriptionId })}`
