import { once } from 'node:events'
import { type Config, readConfig } from './config.ts'
import { openMailbox } from './mailbox.ts'
import { createPageServer } from './page.ts'
import { createSmtpServer } from './smtp.ts'

const config = configOrExit()
const print = (line: string) => void process.stdout.write(`${line}\n`)
const mailbox = await openMailbox(config.folder)
const smtp = createSmtpServer(mailbox, print)
const page = createPageServer(mailbox)
smtp.listen(config.smtpPort, config.host)
await once(smtp.server, 'listening')
page.listen(config.port, config.host)
await once(page, 'listening')
print(JSON.stringify({ ...config, msg: 'ready' }))

const stop = () => {
  smtp.close()
  page.close()
  page.closeAllConnections()
  // A client that keeps its connection open would keep this process alive.
  setTimeout(() => process.exit(0), 1_000).unref()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(78)
  }
}
