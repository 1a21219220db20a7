import type { FunnelStep, VisitSource } from '@prankpost/contracts/constants'
import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '@prankpost/web-kit/storage'

/** The two ways through the store. A visit that reaches a step has reached those before it. */
const ways: FunnelStep[][] = [
  ['visit', 'viewed', 'picked', 'added', 'checkout', 'paid'],
  ['visit', 'plansViewed', 'planPicked', 'planCheckout', 'planPaid'],
]

const sources: [VisitSource, RegExp][] = [
  ['email', /mail|outlook|newsletter/],
  ['search', /\b(google|bing|duckduckgo|yahoo|search)\b/],
  [
    'social',
    /facebook|instagram|tiktok|twitter|reddit|pinterest|youtube|snapchat|whatsapp|discord|^t\.co$|^x\.com$/,
  ],
]

/** The class of `utm_source`, or else of the site with the link. Only the class is kept. */
export function sourceOf(search: string, referrer: string, ownHost: string): VisitSource {
  const from = new URLSearchParams(search).get('utm_source') || (referrer && new URL(referrer).host)
  if (!from || from === ownHost) return 'direct'
  return sources.find(([, pattern]) => pattern.test(from.toLowerCase()))?.[0] ?? 'other'
}

/** The source of the visit of this tab, and the steps that were reported: `viewed`, or `viewed ID` for a prank. */
const visitSlot = slot<{ source: VisitSource; steps: string[] } | null>({
  area: 'session',
  key: 'prankpost-funnel',
  empty: null,
  read: (text) => {
    const visit = parseJson(text)
    return isRecord(visit) && Array.isArray(visit.steps) ? (visit as never) : null
  },
})

const waiting: string[] = []

/**
 * Reports that the visit has reached a step; `viewed` to `checkout` with a prank or without. Each step is reported once in
 * a tab, without a cookie or an id, and not at all if the browser asks not to be tracked. Never throws and never waits: a
 * report that fails is lost. Call it in effects and handlers only.
 */
export function note(step: FunnelStep, { prankId }: { prankId?: string } = {}): void {
  try {
    if (
      navigator.doNotTrack === '1' ||
      (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl
    )
      return
    const { source, steps } = visitSlot.get() ?? {
      source: sourceOf(location.search, document.referrer, location.host),
      steps: [],
    }
    const way = ways.find((one) => one.includes(step)) ?? []
    const reached = way
      .slice(0, way.indexOf(step) + 1)
      .flatMap((one, at) => (prankId && at ? [one, `${one} ${prankId}`] : [one]))
      .filter((one) => !steps.includes(one))
    if (reached.length === 0) return
    visitSlot.set({ source, steps: [...steps, ...reached] })
    if (waiting.push(...reached) === reached.length) queueMicrotask(() => send(source))
  } catch {
    // It must not disturb a visit.
  }
}

/** Sends the steps of one task together, at most `maxFunnelSteps` in a call, also while the page is being left. */
function send(source: VisitSource) {
  while (waiting.length > 0) {
    const steps = waiting.splice(0, 20).map((one) => {
      const [step, prankId] = one.split(' ')
      return { step, prankId }
    })
    fetch('/api/funnel', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source, steps }),
      keepalive: true,
      // Neither the session nor the address of the page, which may contain an order.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => {})
  }
}
