import { createPublicKey, type KeyObject } from 'node:crypto'
import { sessionClaims, sessionCookieOf } from '@prankpost/contracts'
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import jsonwebtoken from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'

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

/** Reads the session of a request: null for none, an expired one, or a forged one. */
export type SessionReader = (req: Request) => Session | null

const maxCached = 5_000

export interface SessionReaderOptions {
  /** Public half of the key that sessions are signed with. */
  publicKey: string
  /** Where the shop is reached: it decides the cookie's name. */
  publicUrl: string
}

/**
 * Makes a reader of the session's cookie: an ES256 token that auth has signed. A valid token is cached until it expires,
 * because verifying a signature costs more than all else that a request with a session needs.
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
