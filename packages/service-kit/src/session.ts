import { sessionClaims, sessionCookie } from '@prankpost/contracts'
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import jsonwebtoken from 'jsonwebtoken'

/** The signed-in customer, as the session's token says. */
export interface SessionUser {
  id: string
  email: string
  firstName: string
  lastName: string
}

/**
 * Reads who is signed in from the cookie `prankpost_session`: an ES256 token that auth has signed.
 * Answers null for no, an expired, or a forged token.
 */
export function readSession(req: Request, publicKey: string): SessionUser | null {
  const token = parseCookie(req.headers.cookie ?? '')[sessionCookie]
  if (token === undefined) return null
  try {
    const claims = sessionClaims.parse(
      jsonwebtoken.verify(token, publicKey, { algorithms: ['ES256'], issuer: 'auth', audience: 'prankpost' }),
    )
    return { id: claims.sub, email: claims.email, firstName: claims.firstName, lastName: claims.lastName }
  } catch {
    return null
  }
}
