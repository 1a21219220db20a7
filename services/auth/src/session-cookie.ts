import { randomUUID } from 'node:crypto'
import {
  operatorBrowserCookieOf,
  operatorCookieOf,
  operatorSessionHours,
  sessionCookieOf,
  sessionDays,
} from '@prankpost/contracts'
import {
  createSessionReader,
  operatorBrowserOf,
  operatorSessionOf,
  type Session,
} from '@prankpost/service-kit'
import type { CookieOptions, Request, Response } from 'express'
import jsonwebtoken from 'jsonwebtoken'
import { type Account, passwordSetAtOf } from './user.model.ts'

/** Starts and reads sessions: a signed token in a cookie that scripts cannot read. */
export interface Sessions {
  /** Starts a session that is valid for the present password of this account. */
  start(account: Account, res: Response): void
  /** The valid session of a request, even if it was ended. */
  of(req: Request): Session | null
  /** The mark of a browser in which an operator signed in. */
  operatorBrowserOf(req: Request): string | undefined
  /** Marks the browser as one in which an operator signed in. The mark does not grant access. */
  setOperatorBrowser(browser: string, res: Response): void
  /** The token of an operator's session. */
  operatorSessionOf(req: Request): string | undefined
  /** Gives the browser the token of an operator's session; null takes it away. */
  setOperatorSession(token: string | null, res: Response): void
  /** Clears the cookie. `endSession` ends the session itself. */
  clear(res: Response): void
}

/** The mark in auth's database expires sooner, when the browser has not sent the right password for 30 days. */
const operatorBrowserDays = 365

/** Creates the issuer of sessions; over https the cookie is Secure and has the prefix `__Host-`. */
export function createSessions({
  privateKey,
  publicKey,
  publicUrl,
}: {
  privateKey: string
  publicKey: string
  publicUrl: string
}): Sessions {
  const cookie = sessionCookieOf(publicUrl)
  const attributes: CookieOptions = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: publicUrl.startsWith('https:'),
  }
  const strict = { ...attributes, sameSite: 'strict' } as const
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
      res.cookie(cookie, token, { ...attributes, maxAge: sessionDays * 24 * 60 * 60 * 1000 })
    },
    of: createSessionReader({ publicKey, publicUrl }),
    operatorBrowserOf: (req) => operatorBrowserOf(req, publicUrl),
    operatorSessionOf: (req) => operatorSessionOf(req, publicUrl),
    setOperatorBrowser(browser, res) {
      const maxAge = operatorBrowserDays * 24 * 60 * 60 * 1000
      res.cookie(operatorBrowserCookieOf(publicUrl), browser, { ...strict, maxAge })
    },
    setOperatorSession(token, res) {
      const name = operatorCookieOf(publicUrl)
      if (token === null) res.clearCookie(name, strict)
      else res.cookie(name, token, { ...strict, maxAge: operatorSessionHours * 60 * 60 * 1000 })
    },
    clear(res) {
      res.clearCookie(cookie, attributes)
    },
  }
}
