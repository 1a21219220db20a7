import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail that the server accepted, as it was received. */
interface ReceivedMail {
  to: string[]
  messageId: string
  subject: string
  raw: string
}

/** A real mail server on this machine, whose responses a test controls. */
export async function startPostOffice() {
  const taken: ReceivedMail[] = []
  const answers = {
    /** Whether it rejects every user name and password. */
    isStrict: false,
    /** The SMTP error code for a recipient; null to accept it. */
    receiver: null as number | null,
    /** The SMTP error code for the whole mail; null to accept it. */
    mail: null as number | null,
    /** Runs before the server responds to a mail. */
    before: async (): Promise<void> => undefined,
  }
  const smtpError = (responseCode: number) =>
    Object.assign(new Error('<pat@example.com>: no, says the server'), { responseCode })
  const create = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) =>
        answers.isStrict ? done(smtpError(535)) : done(null, { user: 'prankpost' }),
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo: (_address, _session, done) =>
        answers.receiver === null ? done() : done(smtpError(answers.receiver)),
      onData(stream, { envelope }, done) {
        const receive = async () => {
          const raw = await text(stream)
          await answers.before()
          if (answers.mail !== null) throw smtpError(answers.mail)
          const headers = raw.replace(/\r\n[ \t]+/g, ' ')
          const header = (name: string) =>
            new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
          const to = envelope.rcptTo.map(({ address }) => address)
          taken.push({ to, messageId: header('message-id'), subject: header('subject'), raw })
        }
        receive().then(() => done(), done)
      },
    })
  let server = create()
  const open = async (port: number) => {
    server = create()
    server.on('error', () => undefined)
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
  }
  await open(0)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://prankpost:password@127.0.0.1:${port}`,
    taken,
    answers,
    to: (address: string) => taken.filter(({ to }) => to.includes(address)),
    /** Closes the server: its address refuses connections. */
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    /** Opens the server again at the same address. */
    reopen: () => open(port),
  }
}
