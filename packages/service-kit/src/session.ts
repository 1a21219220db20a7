import { createPublicKey, type KeyObject } from 'node:crypto'
import { sessionClaims, sessionCookie } from '@prankpost/contracts'
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import jsonwebtoken from 'jsonwebtoken'
import { createBriefMemory } from './brief-memory.ts'

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

const maxRemembered = 5_000

/**
 * Makes a reader of the cookie `prankpost_session`: an ES256 token that auth has signed. One whose signature held is
 * not checked again before it runs out.
 */
export function createSessionReader(publicKey: string): SessionReader {
  const key = createPublicKey(publicKey)
  const remembered = createBriefMemory<Session>(maxRemembered)
  return (req) => {
    const token = parseCookie(req.headers.cookie ?? '')[sessionCookie]
    if (token === undefined) return null
    const known = remembered.find(token)
    if (known !== undefined) return known
    const session = verify(token, key)
    if (session !== null) remembered.keep(token, session, session.expiresAt)
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
