import { signed } from '../../services/payment/test/mutated-webhook.ts'
import type { Shop } from '../frame/shop.ts'
import type { Answer } from './http.ts'

/** Why no webhook can be signed; null if it can. */
export const noSecret = ({ webhookSecret }: Shop) =>
  webhookSecret === null ? 'the secret of webhooks is not in the data folder' : null

/** Delivers an event, signed as Stripe signs. */
export function deliver(shop: Shop, event: object, from: string): Promise<Answer> {
  const { body, signature = '' } = signed(Buffer.from(JSON.stringify(event)), shop.webhookSecret ?? '')
  return shop.call('POST', '/api/webhooks/stripe', { from, body, headers: { 'stripe-signature': signature } })
}
