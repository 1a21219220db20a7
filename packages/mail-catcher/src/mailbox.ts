import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A mail without its text. */
interface MailSummary {
  /** The file name without its extension. */
  id: string
  receivedAt: string
  messageId: string
  from: string
  to: string[]
  subject: string
  /** What the mail is about, from its header `X-Mail-Kind`; empty without it. */
  kind: string
  hasHtml: boolean
}

/** A mail with its text. */
export interface CaughtMail extends MailSummary {
  text: string
}

/** A folder of mails, one `.eml` file for each. */
export interface Mailbox {
  /** Stores a mail; resolves with its summary once the file is written. */
  keep(raw: Buffer): Promise<MailSummary>
  /** Lists mails, newest first; optionally only those to one address. */
  list(options: { to?: string | undefined; limit: number }): Promise<CaughtMail[]>
  /** The HTML of a mail, with links that open a new tab; null when there is no such mail, or it has none. */
  html(id: string): Promise<string | null>
}

// Older mails are in the folder, but not in the list.
const maxKnown = 20_000
const readAtStart = 200

/** Opens the folder and creates it if necessary; the list starts with the newest 200 mails of earlier runs. */
export async function openMailbox(folder: string): Promise<Mailbox> {
  mkdirSync(folder, { recursive: true })
  const fileOf = (id: string) => path.join(folder, `${id}.eml`)
  const read = async (id: string) => parse(id, await readFile(fileOf(id)))
  const known: MailSummary[] = []
  const earlier = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  for (const name of earlier.sort().slice(-readAtStart)) {
    const { text: _text, html: _html, ...summary } = await read(name.slice(0, -'.eml'.length))
    known.push(summary)
  }

  return {
    async keep(raw) {
      const id = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`
      const { text: _text, html: _html, ...summary } = await parse(id, raw)
      // The rename is atomic: readers of the folder see complete mails only.
      await writeFile(`${fileOf(id)}.new`, raw)
      await rename(`${fileOf(id)}.new`, fileOf(id))
      known.push(summary)
      if (known.length > maxKnown) known.shift()
      return summary
    },
    async list({ to, limit }) {
      const wanted = to === undefined ? known : known.filter((mail) => mail.to.includes(to))
      const newest = wanted.slice(-limit).toReversed()
      return Promise.all(
        newest.map(async ({ id }) => {
          const { html: _html, ...mail } = await read(id)
          return mail
        }),
      )
    },
    async html(id) {
      if (!known.some((mail) => mail.id === id)) return null
      const { html } = await read(id)
      return html?.replace(/^(?:[\s\S]*?<head[^>]*>)?/i, '$&<base target="_blank">') ?? null
    },
  }
}

async function parse(id: string, raw: Buffer): Promise<CaughtMail & { html: string | null }> {
  // Loaded with the first mail, to save memory until then.
  const { simpleParser } = await import('mailparser')
  const {
    from,
    to,
    subject = '',
    text = '',
    messageId = '',
    html,
    headers,
  } = await simpleParser(raw, { skipHtmlToText: true })
  const receivers = to === undefined ? [] : [to].flat().flatMap(({ value }) => value)
  return {
    id,
    receivedAt: id.replace(/^(.*T\d\d)-(\d\d)-(.*Z)-.*$/, '$1:$2:$3'),
    messageId,
    from: from?.text ?? '',
    to: receivers.flatMap(({ address }) => address?.toLowerCase() ?? []),
    subject,
    kind: String(headers.get('x-mail-kind') ?? ''),
    text,
    html: html || null,
    hasHtml: Boolean(html),
  }
}
