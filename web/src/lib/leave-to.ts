/**
 * Leaves for a page of the payment provider. If the browser does not open it, because the customer pressed Stop, this page
 * continues as one that Back has restored (`useOnReturn`). Browsers without the Navigation API do not report that.
 */
export function leaveTo(url: string) {
  globalThis.navigation?.addEventListener('navigateerror', stay, { once: true })
  globalThis.location.assign(url)
}

const stay = () => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
