import type { MailLinkPurpose } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { mailsTo } from '../../test/support/mails.ts'
import type { Shop } from '../frame/shop.ts'

/** Waits for the newest mailed link of that kind; returns its address on this host and its token. */
export function linkTo(
  shop: Shop,
  email: string,
  purpose: MailLinkPurpose,
): Promise<{ url: string; token: string }> {
  return until(async () => {
    for (const { text } of await mailsTo(shop, email)) {
      const [, link] = new RegExp(`(https?://\\S+/${purpose}\\S*)`).exec(text) ?? []
      if (link === undefined) continue
      const { pathname, search, hash } = new URL(link)
      return { url: shop.baseUrl + pathname + search + hash, token: /token=([^&]+)/.exec(link)?.[1] ?? '' }
    }
    return null
  })
}
