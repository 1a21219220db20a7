import { operatorCookieOf } from '@prankpost/contracts'
import { parseCookie } from 'cookie'
import type { Request } from 'express'

const maxLength = 100

/** What the cookie says that auth gave to a browser in which the operator logged in; auth alone knows whether it did. */
export function operatorBrowserOf(req: Request, publicUrl: string): string | undefined {
  const browser = parseCookie(req.headers.cookie ?? '')[operatorCookieOf(publicUrl)]
  return browser !== undefined && browser.length <= maxLength ? browser : undefined
}
