import { sessionCookie, sessionDays, type User } from '@prankpost/contracts'
import type { CookieOptions, Response } from 'express'
import jsonwebtoken from 'jsonwebtoken'

/** Starts and ends sessions: a signed token in a cookie that scripts cannot read. */
export interface Sessions {
  start(user: User, res: Response): void
  end(res: Response): void
}

/** Makes the issuer of sessions; the cookie goes over https alone when the store is reached by https. */
export function createSessions({
  privateKey,
  publicUrl,
}: {
  privateKey: string
  publicUrl: string
}): Sessions {
  const attributes: CookieOptions = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: publicUrl.startsWith('https:'),
  }
  return {
    start({ id, email, firstName, lastName }, res) {
      const token = jsonwebtoken.sign({ email, firstName, lastName }, privateKey, {
        algorithm: 'ES256',
        issuer: 'auth',
        audience: 'prankpost',
        subject: id,
        expiresIn: sessionDays * 24 * 60 * 60,
      })
      res.cookie(sessionCookie, token, { ...attributes, maxAge: sessionDays * 24 * 60 * 60 * 1000 })
    },
    end(res) {
      res.clearCookie(sessionCookie, attributes)
    },
  }
}
