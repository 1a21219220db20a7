import { Poison } from '@prankpost/messaging'
import type { Task } from '@prankpost/service-kit'
import { createTransport } from 'nodemailer'
import type { MailKind } from './mail.model.ts'
import type { MailContent } from './mails/layout.ts'

/**
 * How long the server may be silent. RFC 5321, section 4.5.3.2.6, asks for minutes after the end of a mail: a client that
 * does not wait for the answer sends a mail again that the server accepted.
 */
const replyTimeoutMs = 120_000

/** The timeout for one mail: the wait for a connection, and as long again for the server. */
const sendTimeoutMs = 2 * replyTimeoutMs

/** Sends mails to a mail server. Stopping closes its connections. */
export interface Mailer extends Task {
  /**
   * Resolves once the server has accepted the mail. The same id gives the same Message-ID, so mail programs can detect
   * a second copy. No error contains an address.
   * @throws Poison when the server rejects this mail permanently; after any other Error a later attempt may succeed
   */
  send(mail: { id: string; kind: MailKind }, content: MailContent): Promise<void>
}

/** Creates a mailer that uses SMTP over a few persistent connections. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: replyTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.replace(/^.*@/, '').replace('>', '')
  return {
    async send({ id, kind }, { to, subject, text, html }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'auto-submitted': 'auto-generated', 'x-mail-kind': kind },
          signal: AbortSignal.timeout(sendTimeoutMs),
        })
      } catch (error) {
        throw withoutAddress(error as SmtpError)
      }
    },
    start: () => undefined,
    stop: async () => transport.close(),
  }
}

/** The error that nodemailer throws. */
interface SmtpError extends Error {
  code?: string
  /** The server's reply code, if there is one (RFC 5321, section 4.2). */
  responseCode?: number
  permanent?: boolean
}

// Servers repeat the address in their reply, so errors contain only codes.
function withoutAddress({ code = 'unknown', responseCode, permanent }: SmtpError): Error {
  const codes = responseCode === undefined ? code : `${code} ${responseCode}`
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (code === 'EAUTH')
    return new Error(`the mail server does not accept user name and password (${codes}): check SMTP_URL`)
  if (!isAboutThisMail || responseCode === 421) return new Error(`the mail server is unavailable (${codes})`)
  const isPermanent = permanent ?? responseCode === undefined
  return isPermanent
    ? new Poison(`the mail server refuses this mail (${codes})`)
    : new Error(`the mail server puts this mail off (${codes})`)
}
