import { createDerivedKeys } from '@prankpost/service-kit'
import jsonwebtoken from 'jsonwebtoken'
import { z } from 'zod'

/** What a token is made for. It is void when the state has changed. */
interface Binding {
  /** The id of an account. */
  subject: string
  purpose: string
  state: string
}

/** The tokens of links in mails. */
export interface LinkTokens {
  make(binding: Binding, issuedAt: Date, ttlSeconds: number): { token: string; expiresAt: Date }
  /** The subject that a token names, not verified yet. Null when it is not a token. */
  claimedSubject(token: string): string | null
  /** Whether the token was made for this binding, and has not expired. */
  isValid(token: string, binding: Binding): boolean
}

const claims = z.object({ sub: z.string(), purpose: z.string() })

/**
 * Creates and checks tokens (JWT, HS256) whose secrets are derived from the key that signs sessions: one
 * secret for each purpose and state of an account. Links have the token in their fragment, which browsers do not send to
 * any server or other page.
 */
export function createLinkTokens(privateKey: string): LinkTokens {
  const keyFor = createDerivedKeys(privateKey)
  const secretFor = ({ subject, purpose, state }: Binding) =>
    keyFor(JSON.stringify(['prankpost mail link', purpose, subject, state]))

  return {
    make(binding, issuedAt, ttlSeconds) {
      const iat = Math.floor(issuedAt.getTime() / 1_000)
      const exp = iat + ttlSeconds
      const payload = { sub: binding.subject, purpose: binding.purpose, iat, exp }
      const token = jsonwebtoken.sign(payload, secretFor(binding), { algorithm: 'HS256' })
      return { token, expiresAt: new Date(exp * 1_000) }
    },
    claimedSubject(token) {
      try {
        return claims.parse(jsonwebtoken.decode(token)).sub
      } catch {
        return null
      }
    },
    isValid(token, binding) {
      try {
        const verified = claims.parse(
          jsonwebtoken.verify(token, secretFor(binding), { algorithms: ['HS256'] }),
        )
        return verified.sub === binding.subject && verified.purpose === binding.purpose
      } catch {
        return false
      }
    },
  }
}
