import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What a list shows of a mail. */
interface MailSummary {
  /** Name of its file, without the ending. */
  id: string
  receivedAt: string
  messageId: string
  from: string
  to: string[]
  subject: string
}

/** A mail with what it says. */
export interface CaughtMail extends MailSummary {
  text: string
}

/** A folder of mails, one `.eml` file for each. */
export interface Mailbox {
  /** Resolves with what it keeps, once the file is there. */
  keep(raw: Buffer): Promise<MailSummary>
  /** The newest first, all or those to one address. */
  list(options: { to?: string | undefined; limit: number }): Promise<CaughtMail[]>
}

// Of more than that the oldest are in the folder alone.
const knownAtMost = 20_000
const readAtStart = 200

/** Opens the folder, which is made if need be; mails of earlier runs are in the list, the newest 200 of them. */
export async function openMailbox(folder: string): Promise<Mailbox> {
  mkdirSync(folder, { recursive: true })
  const fileOf = (id: string) => path.join(folder, `${id}.eml`)
  const read = async (id: string) => parse(id, await readFile(fileOf(id)))
  const known: MailSummary[] = []
  const earlier = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  for (const name of earlier.sort().slice(-readAtStart)) {
    const { text: _text, ...summary } = await read(name.slice(0, -'.eml'.length))
    known.push(summary)
  }

  return {
    async keep(raw) {
      const id = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`
      const { text: _text, ...summary } = await parse(id, raw)
      // Whoever looks into the folder sees whole mails only.
      await writeFile(`${fileOf(id)}.new`, raw)
      await rename(`${fileOf(id)}.new`, fileOf(id))
      known.push(summary)
      if (known.length > knownAtMost) known.shift()
      return summary
    },
    async list({ to, limit }) {
      const wanted = to === undefined ? known : known.filter((mail) => mail.to.includes(to))
      return Promise.all(
        wanted
          .slice(-limit)
          .toReversed()
          .map(({ id }) => read(id)),
      )
    },
  }
}

async function parse(id: string, raw: Buffer): Promise<CaughtMail> {
  // Loaded with the first mail: until then it would only take memory.
  const { simpleParser } = await import('mailparser')
  const {
    from,
    to,
    subject = '',
    text = '',
    messageId = '',
  } = await simpleParser(raw, { skipHtmlToText: true })
  const receivers = to === undefined ? [] : [to].flat().flatMap(({ value }) => value)
  return {
    id,
    receivedAt: id.replace(/^(.*T\d\d)-(\d\d)-(.*Z)-.*$/, '$1:$2:$3'),
    messageId,
    from: from?.text ?? '',
    to: receivers.flatMap(({ address }) => address?.toLowerCase() ?? []),
    subject,
    text,
  }
}
