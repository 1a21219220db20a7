import { orderLinkDays } from '@prankpost/contracts'
import type { ServicePublicKeys } from '@prankpost/service-kit'
import jsonwebtoken from 'jsonwebtoken'

/** Links in mails that show one order without signing in. */
export interface OrderLinks {
  /** The page of an order. The token is in the fragment, which browsers send to no server. */
  urlOf(orderId: string): string
  /** The order of a token, and when the token expires; null for a wrong or expired token. */
  read(token: string): { orderId: string; expiresAt: Date } | null
}

export interface OrderLinksOptions {
  /** The URL of the store. */
  publicUrl: string
  /** The key with which order signs its calls (ES256, PKCS#8, PEM), and the public keys of all services. */
  privateKey: string
  publicKeys: ServicePublicKeys
}

/** The purpose of the token. A token of a call between services has another audience, so neither works as the other. */
const audience = 'order-link'
const issuer = 'order'
const algorithm = 'ES256'

/** Creates links that are valid for 180 days. When order's key is replaced, earlier links no longer work. */
export function createOrderLinks({ publicUrl, privateKey, publicKeys }: OrderLinksOptions): OrderLinks {
  return {
    urlOf(orderId) {
      const options = {
        algorithm,
        issuer,
        audience,
        subject: orderId,
        expiresIn: `${orderLinkDays}d`,
      } as const
      return `${publicUrl}/order-status#token=${jsonwebtoken.sign({}, privateKey, options)}`
    },
    read(token) {
      const key = publicKeys[issuer]
      if (key === undefined) return null
      try {
        const claims = jsonwebtoken.verify(token, key, { algorithms: [algorithm], issuer, audience })
        const { sub, exp } = claims as jsonwebtoken.JwtPayload
        return sub === undefined || exp === undefined
          ? null
          : { orderId: sub, expiresAt: new Date(exp * 1_000) }
      } catch {
        return null
      }
    },
  }
}
