import type { MailLinkPurpose } from '@prankpost/contracts'
import type { Stack } from '@prankpost/local-stack'
import { until } from './shopper.ts'

/** A mail as the mail catcher shows it. */
interface Mail {
  messageId: string
  to: string[]
  subject: string
  text: string
}

/** The mails that came to an address so far, the newest first. */
export async function mailsTo({ mailUrl }: Pick<Stack, 'mailUrl'>, email: string): Promise<Mail[]> {
  const answer = await fetch(`${mailUrl}/mails?to=${encodeURIComponent(email)}&limit=200`)
  return (await answer.json()) as Mail[]
}

/** The tokens in the links of that kind that came to an address so far, the newest first. */
export async function tokensTo(
  stack: Pick<Stack, 'mailUrl'>,
  email: string,
  purpose: MailLinkPurpose,
): Promise<string[]> {
  const link = new RegExp(`/${purpose}#token=(\\S+)`)
  return (await mailsTo(stack, email)).flatMap(({ text }) => link.exec(text)?.[1] ?? [])
}

/** Follows the link of the mail that a new customer gets. Needs a stack with notification. */
export async function verifyEmail(
  stack: Pick<Stack, 'baseUrl' | 'mailUrl'>,
  { email }: { email: string },
): Promise<void> {
  const token = await until(async () => (await tokensTo(stack, email, 'verify-email'))[0])
  const answer = await fetch(`${stack.baseUrl}/api/auth/verify-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (!answer.ok) throw new Error(`verify-email: ${answer.status} ${await answer.text()}`)
}
