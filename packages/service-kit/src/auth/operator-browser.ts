import { operatorCookieOf } from '@prankpost/contracts'
import { parseCookie } from 'cookie'
import type { Request } from 'express'

const maxLength = 100

/** The value of the cookie that auth sets in a browser where the operator logged in. Only auth can verify it. */
export function operatorBrowserOf(req: Request, publicUrl: string): string | undefined {
  const browser = parseCookie(req.headers.cookie ?? '')[operatorCookieOf(publicUrl)]
  return browser !== undefined && browser.length <= maxLength ? browser : undefined
}
