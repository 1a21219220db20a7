import { textSlot } from '@prankpost/web-kit/storage'

export const wasSignedInKey = 'prankpost-was-signed-in'
/**
 * The id of the customer who was signed in when this browser last checked; empty for none. If there is one, the customer's own data
 * is fetched together with the session. This guess only saves time: the screens always show the state that the server reports.
 */
export const wasSignedInSlot = textSlot('local', wasSignedInKey)
