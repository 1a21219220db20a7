import type { ServiceName } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import { createBriefMemory } from './brief-memory.ts'

/** The public halves of services' keys (ES256, PEM) by the service's name. */
export type ServicePublicKeys = Partial<Record<ServiceName, string>>

const maxRemembered = 200

/**
 * Tells which service signed a call to this one, null when none of those with a key did. Each service has
 * a key of its own, so that none can speak in the name of another. A token that held is remembered until
 * it ends: a caller uses the same one for half a minute.
 */
export function createCallerReader(service: ServiceName, publicKeys: ServicePublicKeys) {
  const remembered = createBriefMemory<ServiceName>(maxRemembered)

  return (authorization: string | undefined): ServiceName | null => {
    const token = authorization?.replace(/^Bearer /, '') ?? ''
    const known = remembered.find(token)
    if (known !== undefined) return known
    const claims = verify(token, service, publicKeys)
    if (claims === null) return null
    remembered.keep(token, claims.caller, claims.until)
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
    return exp === undefined ? null : { caller: claimed, until: new Date(exp * 1_000) }
  } catch {
    return null
  }
}
