/** A tab with its list narrowed down: `?tab=orders&status=paid`. */
export const tabLink = (tab: 'orders' | 'plans', filter: { status?: string; q?: string }) =>
  `?${new URLSearchParams({ tab, ...filter })}`
