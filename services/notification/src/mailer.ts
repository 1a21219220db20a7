import { Poison } from '@prankpost/messaging'
import type { Task } from '@prankpost/service-kit'
import { createTransport } from 'nodemailer'
import type { MailContent } from './mail-content.ts'

/** How long the mail server may take for one mail. */
export const sendTimeoutMs = 10_000

/** Hands mails to a mail server. Stopping closes its connections. */
export interface Mailer extends Task {
  /**
   * Resolves once the server has taken the mail over. The same id makes the same Message-ID, by which mail
   * programs can tell that a second copy is one. No error holds an address.
   * @throws Poison when the server refuses this mail for good; any other Error may pass: a later try can succeed
   */
  send(id: string, content: MailContent): Promise<void>
}

/** A mailer that speaks SMTP over a few kept connections. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: sendTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.replace(/^.*@/, '').replace('>', '')
  return {
    async send(id, { to, subject, text, html }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'auto-submitted': 'auto-generated' },
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

/** What nodemailer says of a failure. */
interface SmtpError extends Error {
  code?: string
  /** The server's answer, if it gave one (RFC 5321, section 4.2). */
  responseCode?: number
  permanent?: boolean
}

// Servers repeat the address in what they say: only codes go on from here.
function withoutAddress({ code = 'unknown', responseCode, permanent }: SmtpError): Error {
  const said = responseCode === undefined ? code : `${code} ${responseCode}`
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (code === 'EAUTH')
    return new Error(`the mail server does not accept user name and password (${said}): check SMTP_URL`)
  if (!isAboutThisMail || responseCode === 421) return new Error(`the mail server is unavailable (${said})`)
  const isForGood = permanent ?? responseCode === undefined
  return isForGood
    ? new Poison(`the mail server refuses this mail (${said})`)
    : new Error(`the mail server puts this mail off (${said})`)
}
