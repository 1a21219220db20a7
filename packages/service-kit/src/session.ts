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

/** A session as its token tells of it. Whether it was ended since is not in the token: `EndedSessions` knows. */
export interface Session {
  id: string
  user: SessionUser
  /** When the password was set that it was started with. */
  passwordSetAt: Date
  expiresAt: Date
}

/**
 * Reads the session from the cookie `prankpost_session`: an ES256 token that auth has signed.
 * Answers null for no, an expired, or a forged token.
 */
export function readSession(req: Request, publicKey: string): Session | null {
  const token = parseCookie(req.headers.cookie ?? '')[sessionCookie]
  if (token === undefined) return null
  try {
    const { sub, jti, email, firstName, lastName, passwordSetAt, exp } = sessionClaims.parse(
      jsonwebtoken.verify(token, publicKey, { algorithms: ['ES256'], issuer: 'auth', audience: 'prankpost' }),
    )
    return {
      id: jti,
      user: { id: sub, email, firstName, lastName },
      passwordSetAt: new Date(passwordSetAt),
      expiresAt: new Date(exp * 1_000),
    }
  } catch {
    return null
  }
}
