/** A link to a tab with a filtered list, or with an open order: `?tab=orders&status=paid`. */
export const tabLink = (
  tab: 'orders' | 'plans' | 'parcels',
  filter: { status?: string; q?: string; order?: string },
) => `?${new URLSearchParams({ tab, ...filter })}`
