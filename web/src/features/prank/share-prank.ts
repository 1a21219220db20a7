import type { PrankDetails } from '@prankpost/contracts/prank'
import { prankPath } from '../../lib/paths.ts'
import { siteOrigin } from '../../lib/site-origin.ts'
import { toast, toastError } from '../../lib/toasts.ts'

/**
 * Opens the device's own window for sharing. Without one, or if it fails, the link is copied. A customer who closes the
 * window has decided not to share: nothing happens.
 */
export async function sharePrank({ name, slug }: Pick<PrankDetails, 'name' | 'slug'>): Promise<void> {
  const url = new URL(prankPath(slug), siteOrigin()).href
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title: name, url })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link Copied', description: 'Paste it where your fellow pranksters are.' })
  } catch {
    toastError('Link Not Copied', `Please copy it yourself: ${url}`)
  }
}
