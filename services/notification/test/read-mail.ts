/** A mail as its reader sees it: both forms without markup, and the links of both. */
export interface ReadMail {
  subject: string
  from: string
  text: string
  html: string
  /** The HTML as text. */
  htmlText: string
  textLinks: string[]
  htmlLinks: string[]
  /** Everything except the headers, decoded. */
  body: string
}

/** Reads a multipart mail; its parts are in quoted-printable, or in plain ASCII. */
export function readMail(raw: string): ReadMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? ''
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  const part = (type: string) => decoded(parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '')
  const [text, html] = [part('text/plain'), part('text/html')]
  return {
    subject: header('subject'),
    from: header('from'),
    text,
    html,
    htmlText: withoutMarkup(html),
    textLinks: text.match(/https?:\/\/\S+/g) ?? [],
    htmlLinks: [...html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => unescaped(url)),
    body: `${text}${html}`,
  }
}

function decoded(part: string): string {
  const content = part.slice(part.indexOf('\r\n\r\n') + 4)
  if (!/quoted-printable/i.test(part.slice(0, part.length - content.length)))
    return content.replaceAll('\r\n', '\n')
  return content
    .replace(/=\r\n/g, '')
    .replaceAll('\r\n', '\n')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const withoutMarkup = (html: string) =>
  unescaped(
    html
      .replace(/<head>[\s\S]*?<\/head>/, '')
      .replace(/<br>/g, '\n')
      .replace(/<[^>]*>/g, ''),
  )
