import type { ServiceName } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import type { ServicePublicKeys } from './service-token.ts'

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

const algorithm = 'ES256'

/** Creates and reads signed links. When the service's key is replaced, earlier links no longer work. */
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
      const options = { algorithm, issuer, audience, subject: id, expiresIn: `${days}d` } as const
      return `${page}#token=${jsonwebtoken.sign({}, privateKey, options)}`
    },
    read(token) {
      const key = publicKeys[issuer]
      if (key === undefined) return null
      try {
        const claims = jsonwebtoken.verify(token, key, { algorithms: [algorithm], issuer, audience })
        const { sub, exp } = claims as jsonwebtoken.JwtPayload
        return sub === undefined || exp === undefined ? null : { id: sub, expiresAt: new Date(exp * 1_000) }
      } catch {
        return null
      }
    },
  }
}
