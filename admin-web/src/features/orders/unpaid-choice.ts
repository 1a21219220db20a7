import { storedText } from '../../lib/stored-text.ts'

/** `exclude` hides orders that were never paid. */
export type UnpaidChoice = 'exclude' | 'include'

/** The last choice in this browser; null before the first. */
export const lastChoice = storedText('prankpost-admin-unpaid-orders')

/** The `unpaid` parameter of a list or a count of orders. */
export const unpaidOf = (choice: string | null) => (choice === 'exclude' ? choice : undefined)
