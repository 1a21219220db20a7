import type { Engines } from '../engines/engines.ts'
import type { ProcessEvent } from '../processes/supervised-process.ts'

/** The facts that the banner shows. */
export interface BannerFacts {
  baseUrl: string
  adminUrl: string | undefined
  /** undefined: real Stripe. */
  sandboxUrl: string | undefined
  /** undefined: mails are delivered. */
  mailUrl: string | undefined
  dataDir: string
  engines: Pick<Engines, 'mongo' | 'broker'>
  /** Set only while it is the well-known local password. */
  adminPassword: string | undefined
  seconds: number
}

/** The text that `npm start` prints once everything is ready. */
export function banner(facts: BannerFacts): string {
  const { baseUrl, adminUrl, sandboxUrl, mailUrl, dataDir, engines, adminPassword, seconds } = facts
  const lines: [string, string | undefined][] = [
    ['store', baseUrl],
    ['admin', adminUrl && adminPassword ? `${adminUrl}  (password: ${adminPassword})` : adminUrl],
    ['payments', sandboxUrl ? `Stripe sandbox at ${sandboxUrl} (card 4242 4242 4242 4242)` : 'Stripe'],
    ['mails', mailUrl ? `caught, to be read at ${mailUrl}` : 'go out by SMTP_URL'],
    ['MongoDB', engines.mongo.label],
    ['broker', engines.broker.label],
    ['', engines.broker.warning],
    ['data', dataDir],
  ]
  const shown = lines.filter(([, text]) => text).map(([name, text]) => `  ${name.padEnd(10)}${text}`)
  return [
    '',
    `PrankPost is ready (${seconds.toFixed(1)} s)`,
    ...shown,
    '  Ctrl-C stops everything.',
    '',
  ].join('\n')
}

/** The text for a process event. */
export function eventLine(event: ProcessEvent, logs: string): string {
  const name = event.replica === 0 ? event.name : `${event.name} (replica ${event.replica + 1})`
  switch (event.type) {
    case 'died':
      return event.restartInMs === undefined
        ? `${name} died (${event.how})`
        : `${name} died (${event.how}); starting it again in ${event.restartInMs} ms. Its log is in ${logs}`
    case 'back':
      return `${name} was started again (pid ${event.pid})`
    case 'gave-up':
      return [
        `${name} keeps dying and is given up. It last said:`,
        ...event.lines.map((line) => `  ${line}`),
      ].join('\n')
  }
}
