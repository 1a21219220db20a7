import type {
  AdminOrder,
  AuditEntry,
  AuditedService,
  ContactMessage,
  Subscription,
  SubscriptionLog,
} from '@prankpost/contracts'
import type { SharedStack } from '@prankpost/test-harness'
import type { Page } from 'playwright-core'
import { until } from './shopper.ts'

/** Waits as long as news may take to go round all services on a busy machine, retries included. */
export const eventually = <T>(check: () => Promise<T>) => until(check, 60_000)

/** The notification with this title, and these words below it. */
export function noteOf(page: Page, title: string, words = '') {
  return page.locator('.ant-notification-notice').filter({ hasText: title }).filter({ hasText: words })
}

/** On the card 'Admin Access': tries this password. */
export async function logIn(page: Page, password: string) {
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** The tab of a resource, with its count as it stands there. */
export const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Goes to a tab, or reads it anew: its list is as fresh as its address. */
export async function goToTab(page: Page, tab: string, filter: Record<string, string> = {}) {
  await page.goto(`/admin?${new URLSearchParams({ tab, ...filter })}`)
}

/** Reads the page anew until a figure of the overview says this: the services keep their figures for some seconds. */
export async function seeFigure(page: Page, label: string, words: string) {
  const figure = page.getByRole('list', { name: 'Figures' }).getByRole('listitem').filter({ hasText: label })
  await eventually(async () => {
    await page.reload()
    await figure.and(page.locator('[aria-busy=false]')).waitFor()
    return figure.getByText(words).isVisible()
  })
}

/** Chooses from an open dropdown. */
export async function choose(page: Page, option: string) {
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click()
}

/** What the operator's lists answer, for waiting until news has gone round all services. */
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
    audit: (service: AuditedService) => items<AuditEntry>(`audit/${service}`),
    /** How many of a list there are. */
    total: async (list: string) => (await read(list)).total,
  }
}
