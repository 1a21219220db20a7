/** A link to a tab with a filtered list: `?tab=orders&status=paid`. */
export const tabLink = (tab: 'orders' | 'plans', filter: { status?: string; q?: string }) =>
  `?${new URLSearchParams({ tab, ...filter })}`
