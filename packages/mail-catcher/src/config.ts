/** The mail catcher's validated settings. */
export interface Config {
  /** The address that both ports listen on. */
  host: string
  /** The port of the page and of `GET /mails`. */
  port: number
  smtpPort: number
  /** The folder where each mail is stored as a file. */
  folder: string
}

/**
 * Reads the settings from the environment: HOST, PORT, SMTP_PORT, MAIL_DIR. Without a schema library, which would use a
 * sixth of this process's memory.
 * @throws Error with the invalid setting
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // In production, mails must be delivered.
  if (env.NODE_ENV === 'production') {
    throw new Error('The mail catcher does not run in production: set SMTP_URL to a mail server.')
  }
  if (!env.MAIL_DIR) throw new Error('The mail catcher cannot start: MAIL_DIR must name a folder.')
  return {
    host: env.HOST || '127.0.0.1',
    port: portOf(env, 'PORT', 8025),
    smtpPort: portOf(env, 'SMTP_PORT', 1025),
    folder: env.MAIL_DIR,
  }
}

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] || fallback)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`The mail catcher cannot start: ${name} must be a port.`)
}
