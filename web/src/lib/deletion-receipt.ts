import { textSlot } from '@prankpost/web-kit/storage'

/** The receipt of the account that was deleted in this tab, kept so that a reload still shows it. */
export const deletionReceiptSlot = textSlot('session', 'prankpost-deletion-receipt')
