import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

const maxBytes = 5_000_000

/**
 * A mail server that accepts every mail and delivers none. It acknowledges a mail once its file is written, and prints
 * one line of JSON with receivers, subject and file; never the text.
 */
export function createSmtpServer(mailbox: Mailbox, print: (line: string) => void): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    banner: 'PrankPost mail catcher',
    onData(stream, _session, done) {
      const keep = async () => {
        const raw = await buffer(stream)
        if (stream.sizeExceeded)
          throw Object.assign(new Error('The mail is too large'), { responseCode: 552 })
        const { id, to, subject } = await mailbox.keep(raw)
        print(
          JSON.stringify({
            time: new Date().toISOString(),
            to,
            subject,
            file: `${id}.eml`,
            msg: 'mail kept',
          }),
        )
      }
      keep().then(() => done(null, 'kept'), done)
    },
  })
  // A client that disconnects is not an error of this server.
  server.on('error', (error: Error) => print(JSON.stringify({ level: 'warn', msg: error.message })))
  return server
}
