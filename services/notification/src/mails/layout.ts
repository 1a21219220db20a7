import { productName } from '@prankpost/contracts'

/** A mail as it is sent. */
export interface MailContent {
  to: string
  subject: string
  text: string
  html: string
}

/** A part of a mail. Both forms of a mail, text and HTML, are made from the same parts, so both state the same facts. */
type Part =
  | string
  /** A text that a person wrote, with its line breaks. */
  | { lines: string }
  /** The main link, as a button. */
  | { button: string; url: string }
  /** A further link, after a sentence that says what it is for. */
  | { link: string; url: string }
  /** Names and values, one a line; those without a value are left out. */
  | { facts: readonly (readonly [name: string, value: string | null])[] }

/** What a mail says. */
export interface MailText {
  /** Shown in the inbox, and as the heading. It does not reveal what the shop sells. */
  subject: string
  greeting?: string
  /** The first paragraph. Mail programs show it after the subject in the inbox; the same rule applies. */
  preview: string
  parts: Part[]
}

/** Makes both forms of a mail. Every value is escaped. */
export function mail({
  to,
  subject,
  greeting = 'Hello,',
  preview,
  parts,
}: MailText & { to: string }): MailContent {
  const all = [greeting, preview, ...parts.filter(hasContent)]
  const text = [...all.map(partText), productName].join('\n\n')
  return { to, subject, text: `${text}\n`, html: page(subject, preview, all.map(partHtml).join('\n')) }
}

/** The greeting of a customer; an account may have no first name. */
export const hello = (firstName: string) => (firstName === '' ? 'Hello,' : `Hello ${firstName},`)

type Fact = readonly [name: string, value: string]
const hasValue = (fact: readonly [string, string | null]): fact is Fact => fact[1] !== null
const hasContent = (part: Part) => typeof part === 'string' || !('facts' in part) || part.facts.some(hasValue)

function partText(part: Part): string {
  if (typeof part === 'string') return part
  if ('lines' in part) return part.lines
  if ('facts' in part)
    return part.facts
      .filter(hasValue)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  return `${'button' in part ? `${part.button}:` : part.link}\n${part.url}`
}

function partHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="${style.text}">${escaped(part)}</p>`
  if ('lines' in part) return `<p style="${style.lines}">${escaped(part.lines).replace(/\r?\n/g, '<br>')}</p>`
  if ('facts' in part)
    return `<div style="${style.facts}">${part.facts.filter(hasValue).map(factHtml).join('')}</div>`
  const { url } = part
  if ('link' in part)
    return `<p style="${style.text}">${escaped(part.link)}<br><a href="${escaped(url)}" style="${style.link}">${escaped(url)}</a></p>`
  return (
    `<p style="${style.around}"><a href="${escaped(url)}" style="${style.button}">${escaped(part.button)}</a></p>` +
    `<p style="${style.small}">If the button does not work, copy this address into your browser:<br>` +
    `<a href="${escaped(url)}" style="${style.link}">${escaped(url)}</a></p>`
  )
}

const factHtml = ([name, value]: Fact) =>
  `<p style="${style.fact}"><span style="${style.name}">${escaped(name)}</span><br>${escaped(value)}</p>`

/** Mail programs ignore style sheets in part, so the styles are on the elements. Sizes follow the width of the screen. */
const style = {
  body: 'margin:0;padding:0;background:#f6f1e7;color:#1c1917;font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:28px 24px;background:#fff;border:2px solid #1c1917;border-radius:14px',
  heading: 'margin:0 0 20px;font-size:24px;line-height:30px;font-weight:800',
  text: 'margin:0 0 16px;font-size:16px;line-height:24px;overflow-wrap:anywhere',
  small: 'margin:0 0 20px;font-size:13px;line-height:19px;color:#57534e;overflow-wrap:anywhere',
  lines:
    'margin:0 0 20px;padding:14px 16px;background:#fdf6dd;border-radius:10px;font-size:16px;line-height:24px;overflow-wrap:anywhere',
  facts: 'margin:0 0 20px;padding:14px 16px 4px;background:#fdf6dd;border-radius:10px',
  fact: 'margin:0 0 10px;font-size:16px;line-height:22px;overflow-wrap:anywhere',
  name: 'font-size:13px;color:#57534e',
  around: 'margin:24px 0 16px',
  button:
    'display:inline-block;padding:13px 22px;background:#1c1917;color:#fff;font-size:16px;font-weight:700;text-decoration:none;border-radius:10px',
  link: 'color:#7c2d12;word-break:break-all',
  foot: 'max-width:520px;margin:0 auto;padding:16px 8px 0;font-size:13px;line-height:19px;color:#57534e;text-align:center',
  hidden: 'display:none;max-height:0;overflow:hidden;opacity:0',
} as const

// Invisible characters after the preview: without them the inbox would continue with the text of the mail.
const filler = '&#847;&zwnj;&nbsp;'.repeat(80)

const page = (subject: string, preview: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(subject)}</title></head>
<body style="${style.body}">
<div style="${style.hidden}">${escaped(preview)}${filler}</div>
<div style="padding:20px 12px">
<div style="${style.card}">
<h1 style="${style.heading}">${escaped(subject)}</h1>
${body}
</div>
<p style="${style.foot}">${productName}</p>
</div>
</body></html>
`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
