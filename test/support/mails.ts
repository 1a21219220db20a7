import type { MailLinkPurpose } from '@prankpost/contracts'
import type { SharedStack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'

/** A mail as the mail catcher shows it. */
interface Mail {
  messageId: string
  to: string[]
  subject: string
  text: string
}

/** The mails to an address so far, the newest first. */
export async function mailsTo({ mailUrl }: Pick<SharedStack, 'mailUrl'>, email: string): Promise<Mail[]> {
  const answer = await fetch(`${mailUrl}/mails?to=${encodeURIComponent(email)}&limit=200`)
  return (await answer.json()) as Mail[]
}

/** The tokens in the links of that kind that were mailed to an address so far, the newest first. */
export async function tokensTo(
  stack: Pick<SharedStack, 'mailUrl'>,
  email: string,
  purpose: MailLinkPurpose | 'order-status' | 'messages',
): Promise<string[]> {
  const link = new RegExp(`/${purpose}#token=(\\S+)`)
  return (await mailsTo(stack, email)).flatMap(({ text }) => link.exec(text)?.[1] ?? [])
}

/**
 * Follows the link of the mail that a new customer gets, in the session of `cookie` or, without one, in a new session.
 * Needs a stack with notification.
 */
export async function verifyEmail(
  stack: Pick<SharedStack, 'baseUrl' | 'mailUrl'>,
  { email, cookie = '', password = 'correct horse' }: { email: string; cookie?: string; password?: string },
): Promise<void> {
  const token = await until(async () => (await tokensTo(stack, email, 'verify-email'))[0])
  const send = async (path: string, body: object, headers = {}) => {
    const answer = await fetch(stack.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const session = cookie === '' ? await send('/api/auth/login', { email, password }) : cookie
  await send('/api/auth/verify-email', { token }, { cookie: session })
}
