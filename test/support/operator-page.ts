/// <reference lib="dom" />
import type {
  AdminOrder,
  AuditEntry,
  ContactMessage,
  ServiceName,
  Subscription,
  SubscriptionLog,
} from '@prankpost/contracts'
import type { SharedStack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import type { Page } from 'playwright-core'

/** Long enough for an event to reach all services on a busy machine, retries included. */
export const eventually = <T>(check: () => Promise<T>) => until(check, 60_000)

/** The notification with this title and this description. */
export function noteOf(page: Page, title: string, description = '') {
  return page.locator('.ant-notification-notice').filter({ hasText: title }).filter({ hasText: description })
}

/** On the card 'Admin Access': enters this password. */
export async function logIn(page: Page, password: string) {
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Opens an address in the browser of a page, signed in with a session's cookie; an operator's browser knows the account. */
export async function openAs(page: Page, cookie: string, address: string, account?: string): Promise<Page> {
  const [name = '', ...value] = cookie.split('=')
  await page.context().addCookies([{ name, value: value.join('='), url: new URL(page.url()).origin }])
  if (account) await page.evaluate((email) => localStorage.setItem('prankpost-admin-account', email), account)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(address)
  return page
}

/** The tab of a resource, with the count that it shows. */
export const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Opens a tab, or reloads it, so that its list is fresh. */
export async function goToTab(page: Page, tab: string, filter: Record<string, string> = {}) {
  await page.goto(`/admin?${new URLSearchParams({ tab, ...filter })}`)
}

/** Reloads the page until a figure of the overview shows this value: the services cache their figures for some seconds. */
export async function seeFigure(page: Page, label: string, value: string) {
  const figure = page.getByRole('list', { name: 'Figures' }).getByRole('listitem').filter({ hasText: label })
  await eventually(async () => {
    await page.reload()
    await figure.and(page.locator('[aria-busy=false]')).waitFor()
    return figure.getByText(value).isVisible()
  })
}

/** Chooses from an open dropdown. */
export async function choose(page: Page, option: string) {
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click()
}

/** The operator's lists, to wait until an event has reached all services. */
export function adminLists({ baseUrl, adminPassword }: Pick<SharedStack, 'baseUrl' | 'adminPassword'>) {
  const read = async <T>(list: string): Promise<{ items: T[]; total: number }> => {
    const answer = await fetch(`${baseUrl}/api/admin/${list}`, {
      headers: { 'x-admin-password': adminPassword },
    })
    if (!answer.ok) throw new Error(`${list}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<{ items: T[]; total: number }>
  }
  const items = async <T>(list: string) => (await read<T>(list)).items
  return {
    orders: () => items<AdminOrder>('orders'),
    /** The plan of a stack that has only one. */
    plan: async () => (await items<Subscription>('subscriptions?status=all'))[0],
    logs: () => items<SubscriptionLog>('subscription-logs'),
    messages: () => items<ContactMessage>('contact-messages'),
    audit: (service: ServiceName) => items<AuditEntry>(`audit/${service}`),
    /** The number of items in a list. */
    total: async (list: string) => (await read(list)).total,
  }
}
