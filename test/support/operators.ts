import type { OperatorRole } from '@prankpost/contracts'
import { type Stack, until } from '@prankpost/test-harness'
import { Secret, TOTP } from 'otpauth'
import { mailsTo } from './mails.ts'

type Shop = Pick<Stack, 'baseUrl' | 'mailUrl' | 'adminPassword'>

/** An operator of a test. */
export interface HiredOperator {
  id: string
  name: string
  email: string
  password: string
  role: OperatorRole
  /** The cookie of the present session. */
  cookie: string
  /** The secret of the one-time codes; undefined for roles without codes. */
  secret: string | undefined
  /** The recovery codes that were not used. */
  recoveryCodes: string[]
}

const password = 'seven quiet snails'
let count = 0

/** The link of the newest invitation that was mailed to an address. */
export const invitationTo = (shop: Pick<Shop, 'mailUrl'>, email: string) =>
  until(async () => {
    const [mail] = await mailsTo(shop, email)
    return /\S+\/admin\/invitation#token=\S+/.exec(mail?.text ?? '')?.[0]
  })

/** Invites an operator with the shared password, sets a password and one-time codes, and signs in. Needs notification. */
export async function hire(
  shop: Shop,
  role: OperatorRole,
  { name = `Op ${role}`, hasTotp = true }: { name?: string; hasTotp?: boolean } = {},
): Promise<HiredOperator> {
  const email = `${role}-${process.pid}-${++count}-${Date.now()}@shop.test`
  const shared = { 'x-admin-password': shop.adminPassword }
  const { body: invited } = await send(shop, 'POST', '/api/admin/operators', { name, email, role }, shared)
  const token = new URL(await invitationTo(shop, email)).hash.replace('#token=', '')
  await send(shop, 'POST', '/api/operators/invitation', { token })
  await send(shop, 'POST', '/api/operators/invitation/accept', { token, password })
  const { body: me, cookie } = await send(shop, 'POST', '/api/operators/sign-in', { email, password })
  const codes =
    me.needsTotp && hasTotp ? await setUpTotp(shop, cookie) : { secret: undefined, recoveryCodes: [] }
  return { id: String(invited.id), name, email, password, role, cookie, ...codes }
}

/** Starts a new session of an operator, with a recovery code if the role has codes. */
export async function signInAgain(shop: Shop, operator: HiredOperator): Promise<void> {
  const code = operator.recoveryCodes.shift()
  const { email } = operator
  const credentials = { email, password, ...(code && { code }) }
  operator.cookie = (await send(shop, 'POST', '/api/operators/sign-in', credentials)).cookie
}

async function setUpTotp(shop: Shop, cookie: string) {
  const { body } = await send(shop, 'POST', '/api/operators/totp', undefined, { cookie })
  const secret = String(body.secret)
  const confirmed = await send(
    shop,
    'POST',
    '/api/operators/totp/confirm',
    { code: codeOf(secret) },
    { cookie },
  )
  return { secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

/** The present one-time code of a secret. */
export const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

async function send(shop: Shop, method: string, path: string, body?: object, headers = {}) {
  const answer = await fetch(shop.baseUrl + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { body: (await answer.json()) as Record<string, unknown>, cookie }
}
