import { createServer, type Server } from 'node:http'
import type { Mailbox } from './mailbox.ts'
import { page } from './preview.ts'

const maxLimit = 200

/**
 * Serves the page with the newest mails in both forms, `GET /mails?to=&limit=` with the same mails as JSON,
 * `GET /mails/ID/html` with the HTML of one, and the health checks.
 */
export function createPageServer(mailbox: Mailbox): Server {
  return createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://mail')
    const answer = (status: number, type: string, body: string, policy = ofPage) =>
      res.writeHead(status, { 'content-type': type, 'content-security-policy': policy }).end(body)
    const limit = Math.min(Math.max(Number(searchParams.get('limit')) || 50, 1), maxLimit)
    const to = searchParams.get('to')?.toLowerCase()
    try {
      if (pathname === '/healthz' || pathname === '/readyz') return answer(200, json, '{"status":"ready"}')
      if (pathname === '/mails') return answer(200, json, JSON.stringify(await mailbox.list({ to, limit })))
      if (pathname === '/') return answer(200, html, page(await mailbox.list({ to, limit }), to))
      const id = /^\/mails\/([\w.-]+)\/html$/.exec(pathname)?.[1]
      const shown = id === undefined ? null : await mailbox.html(id)
      if (shown !== null) return answer(200, html, shown, ofMail)
      answer(404, json, '{"message":"There is nothing at this address."}')
    } catch (error) {
      answer(500, json, JSON.stringify({ message: error instanceof Error ? error.message : String(error) }))
    }
  })
}

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
const ofPage = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'"
/** A mail is untrusted: no script, no request, an origin of its own; its links open in a new tab. */
const ofMail =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
