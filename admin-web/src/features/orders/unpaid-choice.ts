import { textSlot } from '@prankpost/web-kit/storage'

/** `exclude` hides orders that were never paid. */
export type UnpaidChoice = 'exclude' | 'include'

/** The last choice in this browser; empty before the first. */
export const lastChoice = textSlot('local', 'prankpost-admin-unpaid-orders')
