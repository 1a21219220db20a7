import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** What a mail server took over, as it came over the wire. */
interface TakenMail {
  to: string[]
  messageId: string
  subject: string
  raw: string
}

/** A real mail server on this machine, whose answers a test decides. */
export async function startPostOffice() {
  const taken: TakenMail[] = []
  const answers = {
    /** Whether it refuses every user name and password. */
    isStrict: false,
    /** SMTP's answer to a receiver; null is yes. */
    receiver: null as number | null,
    /** SMTP's answer to the whole mail; null is yes. */
    mail: null as number | null,
    /** Runs before a mail is answered. */
    before: async (): Promise<void> => undefined,
  }
  const saying = (responseCode: number) =>
    Object.assign(new Error('<pat@example.com>: no, says the server'), { responseCode })
  const create = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) =>
        answers.isStrict ? done(saying(535)) : done(null, { user: 'prankpost' }),
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo: (_address, _session, done) =>
        answers.receiver === null ? done() : done(saying(answers.receiver)),
      onData(stream, { envelope }, done) {
        const take = async () => {
          const raw = await text(stream)
          await answers.before()
          if (answers.mail !== null) throw saying(answers.mail)
          const headers = raw.replace(/\r\n[ \t]+/g, ' ')
          const header = (name: string) =>
            new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
          const to = envelope.rcptTo.map(({ address }) => address)
          taken.push({ to, messageId: header('message-id'), subject: header('subject'), raw })
        }
        take().then(() => done(), done)
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
    /** Nobody answers at the address any more. */
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    /** The same address again. */
    reopen: () => open(port),
  }
}
