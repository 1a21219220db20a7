import { createServer, type Server } from 'node:http'
import type { CaughtMail, Mailbox } from './mailbox.ts'

const maxLimit = 200

/** Serves the page with the newest mails, `GET /mails?to=&limit=` with the same mails as JSON, and the health checks. */
export function createPageServer(mailbox: Mailbox): Server {
  return createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://mail')
    const answer = (status: number, type: string, body: string) =>
      res.writeHead(status, { 'content-type': type, 'content-security-policy': policy }).end(body)
    const limit = Math.min(Math.max(Number(searchParams.get('limit')) || 50, 1), maxLimit)
    const to = searchParams.get('to')?.toLowerCase()
    try {
      if (pathname === '/healthz' || pathname === '/readyz') return answer(200, json, '{"status":"ready"}')
      if (pathname === '/mails') return answer(200, json, JSON.stringify(await mailbox.list({ to, limit })))
      if (pathname === '/') return answer(200, html, page(await mailbox.list({ to, limit })))
      answer(404, json, '{"message":"There is nothing at this address."}')
    } catch (error) {
      answer(500, json, JSON.stringify({ message: error instanceof Error ? error.message : String(error) }))
    }
  })
}

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
const policy = "default-src 'none'; style-src 'unsafe-inline'"

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#222}
article{border:1px solid #ccc;border-radius:.5rem;padding:0 1rem;margin:1rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`

function page(mails: CaughtMail[]): string {
  const list =
    mails.length === 0
      ? '<p>No mails yet. Reload the page to check again.</p>'
      : mails.map(article).join('\n')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails (test)</title>
<meta name="viewport" content="width=device-width"><style>${style}</style>
<h1>Mails</h1><p>These were caught here and went nowhere else.</p>${list}</html>`
}

const article = ({ subject, to, receivedAt, text }: CaughtMail) =>
  `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to.join(', '))}, ${escapeHtml(receivedAt)}</p>` +
  `<pre>${linked(text)}</pre></article>`

const linked = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
