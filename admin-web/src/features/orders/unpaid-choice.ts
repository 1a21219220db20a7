import { storedText } from '../../lib/stored-text.ts'

/** `exclude` hides orders that were never paid. */
export type UnpaidChoice = 'exclude' | 'include'

/** The last choice of this browser; null before the first. */
export const lastChoice = storedText('prankpost-admin-unpaid-orders')

/** What a list or a count of orders asks for. */
export const unpaidOf = (choice: string | null) => (choice === 'exclude' ? choice : undefined)
