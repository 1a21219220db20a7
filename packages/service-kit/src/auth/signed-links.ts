import type { ServiceName } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import { type ServicePublicKeys, verifySigned } from './service-token.ts'

/** Links in mails that show one record without signing in. */
export interface SignedLinks {
  /** The page of a record. The token is in the fragment, which browsers send to no server. */
  urlOf(id: string): string
  /** The record of a token, and when the token expires; null for a wrong or expired token. */
  read(token: string): { id: string; expiresAt: Date } | null
}

export interface SignedLinksOptions {
  /**
   * The purpose of the tokens, such as `order-link`. Neither a token of another purpose nor one of a call between services
   * is accepted.
   */
  purpose: string
  /** The service that signs the links and reads them. */
  service: ServiceName
  /** The URL of the page. */
  page: string
  /** How many days a link is valid. */
  days: number
  /** The key with which the service signs its calls (ES256, PKCS#8, PEM), and the public keys of all services. */
  privateKey: string
  publicKeys: ServicePublicKeys
}

/** Creates and reads signed links. A link works as long as the public key of its time is among the service's keys. */
export function createSignedLinks({
  purpose: audience,
  service: issuer,
  page,
  days,
  privateKey,
  publicKeys,
}: SignedLinksOptions): SignedLinks {
  return {
    urlOf(id) {
      const options = { algorithm: 'ES256', issuer, audience, subject: id, expiresIn: `${days}d` } as const
      return `${page}#token=${jsonwebtoken.sign({}, privateKey, options)}`
    },
    read(token) {
      const key = publicKeys[issuer]
      if (key === undefined) return null
      try {
        const { sub, exp } = verifySigned(token, key, { issuer, audience })
        return sub === undefined || exp === undefined ? null : { id: sub, expiresAt: new Date(exp * 1_000) }
      } catch {
        return null
      }
    },
  }
}
