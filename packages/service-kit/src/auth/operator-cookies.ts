import { operatorBrowserCookieOf, operatorCookieOf } from '@prankpost/contracts'
import { parseCookie } from 'cookie'
import type { Request } from 'express'

const maxLength = 100

/** The token of an operator's session. Only auth can verify it. */
export const operatorSessionOf = (req: Request, publicUrl: string) =>
  cookieOf(req, operatorCookieOf(publicUrl))

/** The value that auth sets in a browser in which the admin password was right. Only auth can verify it. */
export const operatorBrowserOf = (req: Request, publicUrl: string) =>
  cookieOf(req, operatorBrowserCookieOf(publicUrl))

function cookieOf(req: Request, name: string): string | undefined {
  const value = parseCookie(req.headers.cookie ?? '')[name]
  return value !== undefined && value !== '' && value.length <= maxLength ? value : undefined
}
