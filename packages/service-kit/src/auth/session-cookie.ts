import type { IncomingMessage } from 'node:http'
import { sessionCookieOf } from '@prankpost/contracts/constants'
import { parseCookie } from 'cookie'

/** Whether a request has a customer's session. It is not verified here: only auth knows whether it is valid. */
export const hasSessionCookie = ({ headers }: IncomingMessage, publicUrl: string): boolean =>
  Boolean(parseCookie(headers.cookie ?? '')[sessionCookieOf(publicUrl)])
