import type { ServiceName } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'

/** The public keys of the services (ES256, PEM) by service name. */
export type ServicePublicKeys = Partial<Record<ServiceName, string>>

const maxCached = 200

/**
 * Returns a function that reads which service signed a call to this one; null when none of the known keys did. Each
 * service has its own key, so that none can act as another. A caller sends the same token for half a minute: a valid
 * token is cached until it expires, so that its signature is not verified for each call.
 */
export function createCallerReader(service: ServiceName, publicKeys: ServicePublicKeys) {
  const verified = new LRUCache<string, { caller: ServiceName; until: number }>({ max: maxCached })

  return (authorization: string | undefined): ServiceName | null => {
    const token = authorization?.replace(/^Bearer /, '') ?? ''
    const known = verified.get(token)
    if (known !== undefined && known.until > Date.now()) return known.caller
    const claims = verify(token, service, publicKeys)
    if (claims === null) return null
    verified.set(token, claims)
    return claims.caller
  }
}

function verify(token: string, audience: ServiceName, publicKeys: ServicePublicKeys) {
  try {
    const claimed = jsonwebtoken.decode(token, { json: true })?.iss as ServiceName
    const key = Object.hasOwn(publicKeys, claimed) ? publicKeys[claimed] : undefined
    if (key === undefined) return null
    const { exp } = jsonwebtoken.verify(token, key, {
      algorithms: ['ES256'],
      audience,
      issuer: claimed,
    }) as { exp?: number }
    return exp === undefined ? null : { caller: claimed, until: exp * 1_000 }
  } catch {
    return null
  }
}
