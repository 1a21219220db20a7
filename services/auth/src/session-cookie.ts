import { randomUUID } from 'node:crypto'
import { sessionCookie, sessionDays } from '@prankpost/contracts'
import { createSessionReader, type Session } from '@prankpost/service-kit'
import type { CookieOptions, Request, Response } from 'express'
import jsonwebtoken from 'jsonwebtoken'
import { type Account, passwordSetAtOf } from './user.model.ts'

/** Starts and reads sessions: a signed token in a cookie that scripts cannot read. */
export interface Sessions {
  /** A session of the password that this state of the account has. */
  start(account: Account, res: Response): void
  /** The valid session that came with a request, ended or not. */
  of(req: Request): Session | null
  /** Takes the cookie away; what ends the session itself is `endSession`. */
  clear(res: Response): void
}

/** Makes the issuer of sessions; the cookie goes over https alone when the store is reached by https. */
export function createSessions({
  privateKey,
  publicKey,
  publicUrl,
}: {
  privateKey: string
  publicKey: string
  publicUrl: string
}): Sessions {
  const attributes: CookieOptions = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: publicUrl.startsWith('https:'),
  }
  return {
    start(account, res) {
      const { _id, email, firstName, lastName } = account
      const claims = { email, firstName, lastName, passwordSetAt: passwordSetAtOf(account).getTime() }
      const token = jsonwebtoken.sign(claims, privateKey, {
        algorithm: 'ES256',
        issuer: 'auth',
        audience: 'prankpost',
        subject: _id,
        jwtid: randomUUID(),
        expiresIn: sessionDays * 24 * 60 * 60,
      })
      res.cookie(sessionCookie, token, { ...attributes, maxAge: sessionDays * 24 * 60 * 60 * 1000 })
    },
    of: createSessionReader(publicKey),
    clear(res) {
      res.clearCookie(sessionCookie, attributes)
    },
  }
}
