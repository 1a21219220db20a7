import type { ServiceName } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'

/**
 * The public keys of the services (ES256, PEM) by service name. While a key is replaced, its value is the new and the old
 * PEM.
 */
export type ServicePublicKeys = Partial<Record<ServiceName, string>>

/** Verifies a token with any of the keys of a value of `ServicePublicKeys`. @throws when none fits */
export function verifySigned(
  token: string,
  keys: string,
  options: jsonwebtoken.VerifyOptions,
): jsonwebtoken.JwtPayload {
  const [key = '', ...others] = keys.split(/(?=-----BEGIN)/)
  try {
    return jsonwebtoken.verify(token, key, { algorithms: ['ES256'], ...options }) as jsonwebtoken.JwtPayload
  } catch (error) {
    if (others.length === 0) throw error
    return verifySigned(token, others.join(''), options)
  }
}

const maxCached = 200
/** The clocks of two hosts may differ by this much. */
const clockToleranceSeconds = 60

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
    const clockTolerance = clockToleranceSeconds
    const { exp } = verifySigned(token, key, { audience, issuer: claimed, clockTolerance })
    return exp === undefined ? null : { caller: claimed, until: exp * 1_000 }
  } catch {
    return null
  }
}
