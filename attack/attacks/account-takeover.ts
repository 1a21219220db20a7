import { until } from '@prankpost/test-harness'
import { type Attack, expectSame } from '../frame/attack.ts'
import { linkTo } from '../kit/links.ts'
import { type Customer, gerald, newCustomer } from '../kit/people.ts'

const password = 'battery staple'
const mark = 'Mallory'

/** An attacker has registered the victim's address; the victim gets the account with 'Forgot password'. */
export const accountTakeover: Attack = {
  name: 'account-takeover',
  finding: '2',
  bound: 'no data of the attacker is left',
  async run(shop) {
    const account = await newCustomer(shop)
    const target = { ...gerald, name: `${mark} Snail` }
    await account.insist('POST', '/api/contacts', target, 201)
    await account.buy([{ target }])
    const old = account.cookie

    const email = account.email
    await account.insist('POST', '/api/auth/forgot-password', { email }, 200)
    const { token } = await linkTo(shop, email, 'reset-password')
    account.cookie = ''
    await account.insist('POST', '/api/auth/reset-password', { token, password }, 200)
    await account.insist('POST', '/api/auth/login', { email, password }, 200)

    const [targets, history] = await Promise.all([
      entriesLeft(account, '/api/contacts'),
      entriesLeft(account, '/api/prank-history'),
    ])
    const file = await exportOf(account)
    const attacker = await account.request('GET', '/api/auth/user', { headers: { cookie: old } })
    return {
      checks: [
        expectSame('targets of the attacker that are left', targets, 0),
        expectSame('lines of the attacker in the history', history, 0),
        expectSame("the victim's copy of their data names the attacker's target", file.includes(mark), false),
        expectSame("the attacker's session is over (the cookie of the old password)", attacker.status, 401),
      ],
    }
  },
}

const timeoutMs = 6_000

/** Waits until a list is empty and returns the number of its entries; services delete them a moment later. */
async function entriesLeft(account: Customer, path: string): Promise<number> {
  const read = async (): Promise<number> => {
    const { status, body, text } = await account.request('GET', path)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`)
    return body.length
  }
  await until(async () => (await read()) === 0, timeoutMs).catch(() => undefined)
  return read()
}

async function exportOf(account: Customer): Promise<string> {
  await account.insist('POST', '/api/auth/data-export', undefined, 201)
  await until(async () => (await account.request('GET', '/api/auth/data-export')).body.state === 'ready')
  return (await account.request('GET', '/api/auth/data-export/file')).text
}
