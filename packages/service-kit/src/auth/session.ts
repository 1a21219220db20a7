import { createPublicKey, type KeyObject } from 'node:crypto'
import { sessionClaims, sessionCookieOf } from '@prankpost/contracts'
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import jsonwebtoken from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'

/** The signed-in customer, as stated in the session token. */
export interface SessionUser {
  id: string
  email: string
  firstName: string
  lastName: string
}

/** A session as stated in its token. The token does not show whether the session was ended since: see `EndedSessions`. */
export interface Session {
  id: string
  user: SessionUser
  /** When the password that started this session was set. */
  passwordSetAt: Date
  expiresAt: Date
}

/** Reads the session of a request; null when it is missing, expired or forged. */
export type SessionReader = (req: Request) => Session | null

const maxCached = 5_000

export interface SessionReaderOptions {
  /** Public key that verifies sessions. */
  publicKey: string
  /** Public URL of the shop; the cookie's name depends on it. */
  publicUrl: string
}

/**
 * Creates a reader for the session cookie, an ES256 token signed by auth. A valid token is cached until it expires,
 * because verifying its signature costs more than all other work for a request with a session.
 */
export function createSessionReader({ publicKey, publicUrl }: SessionReaderOptions): SessionReader {
  const cookie = sessionCookieOf(publicUrl)
  const key = createPublicKey(publicKey)
  const verified = new LRUCache<string, Session>({ max: maxCached })
  return (req) => {
    const token = parseCookie(req.headers.cookie ?? '')[cookie]
    if (token === undefined) return null
    const known = verified.get(token)
    if (known !== undefined && known.expiresAt.getTime() > Date.now()) return known
    const session = verify(token, key)
    if (session !== null) verified.set(token, session)
    return session
  }
}

function verify(token: string, key: KeyObject): Session | null {
  try {
    const { sub, jti, email, firstName, lastName, passwordSetAt, exp } = sessionClaims.parse(
      jsonwebtoken.verify(token, key, { algorithms: ['ES256'], issuer: 'auth', audience: 'prankpost' }),
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
