import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

const sizeAtMost = 5_000_000

/**
 * A mail server that takes everything from anybody and delivers nothing. Its yes comes when the file is
 * there. One line of JSON for each mail says to whom and where it is; never what it says.
 */
export function createSmtpServer(mailbox: Mailbox, print: (line: string) => void): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: sizeAtMost,
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
  // A client that hangs up is no failure of ours.
  server.on('error', (error: Error) => print(JSON.stringify({ level: 'warn', msg: error.message })))
  return server
}
