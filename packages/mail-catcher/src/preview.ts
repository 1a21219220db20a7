import type { CaughtMail } from './mailbox.ts'

const style = `*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1.5rem 1rem;color:#222}
details{border:1px solid #ccc;border-radius:.5rem;margin:.75rem 0}
summary{padding:.75rem 1rem;cursor:pointer;overflow-wrap:anywhere}
summary b{display:block}
summary small{display:block;color:#555}
.forms{display:flex;flex-wrap:wrap;gap:1rem;padding:0 1rem 1rem}
.forms section{flex:1 1 20rem;min-width:0}
h2{font-size:1rem;margin:.5rem 0}
iframe{width:100%;height:36rem;border:1px solid #ccc;border-radius:.25rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}`

/** The page: a list of mails, each opens both of its forms. The newest is open, and with a receiver all are. */
export function page(mails: CaughtMail[], to: string | undefined): string {
  const list =
    mails.length === 0
      ? '<p>No mails yet. Reload the page to check again.</p>'
      : mails.map((mail, index) => entry(mail, to !== undefined || index === 0)).join('\n')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails (test)</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style>
<h1>Mails</h1><p>These were caught here and went nowhere else.</p>${list}</html>`
}

function entry({ id, subject, from, to, kind, receivedAt, text, hasHtml }: CaughtMail, isOpen: boolean) {
  const about = [`From ${from}`, `To ${to.join(', ')}`, [kind, receivedAt].filter(Boolean).join(', ')]
  const html = hasHtml
    ? `<section><h2>HTML</h2><iframe title="${escapeHtml(subject)}" src="/mails/${escapeHtml(id)}/html" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>`
    : ''
  return `<details${isOpen ? ' open' : ''}><summary><b>${escapeHtml(subject)}</b>${about
    .map((line) => `<small>${escapeHtml(line)}</small>`)
    .join('')}</summary>
<div class="forms"><section><h2>Text</h2><pre>${linked(text)}</pre></section>${html}</div></details>`
}

const linked = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
