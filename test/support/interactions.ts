import type { Page } from 'playwright-core'

/** An interaction of a visitor: from the input to the next paint, as browsers report it (Event Timing). */
export interface Interaction {
  step: string
  id: number
  event: string
  /** Milliseconds, rounded to 8 by the browser. */
  duration: number
  /** Until the first handler, of the handlers, and from there to the paint. */
  delay: number
  handlers: number
  paint: number
}

/** Reports all events of interactions that take longer than a frame. */
const observer = `new PerformanceObserver((list) => {
  for (const { interactionId, name, duration, startTime, processingStart, processingEnd } of list.getEntries())
    if (interactionId > 0) heardInteraction({ id: interactionId, event: name, duration,
      delay: Math.round(processingStart - startTime), handlers: Math.round(processingEnd - processingStart),
      paint: Math.round(startTime + duration - processingEnd) })
}).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** Resolves after the browser has painted and reported what was done before. */
const painted = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))`

/**
 * Records the interactions of a page from its next load on, with the processor slowed down.
 * @example const { step, worst } = await watchInteractions(page, 4); await page.goto('/'); await step('pick', () => card.click())
 */
export async function watchInteractions(page: Page, slowdown: number) {
  const found: Interaction[] = []
  let current = ''
  await page.exposeFunction('heardInteraction', (event: Omit<Interaction, 'step'>) =>
    found.push({ step: current, ...event }),
  )
  await page.addInitScript(observer)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const steps: string[] = []
  return {
    /** Does a step, and waits until its interactions are reported; the step may leave the page. */
    async step(name: string, act: () => Promise<unknown>): Promise<void> {
      current = name
      steps.push(name)
      await act()
      await page.evaluate(painted).catch(() => undefined)
    },
    /** The slowest event of each step; none if all were painted with the next frame. */
    worst: (): Map<string, Interaction | undefined> =>
      new Map(
        steps.map((step) => [
          step,
          found.filter((one) => one.step === step).sort((a, b) => b.duration - a.duration)[0],
        ]),
      ),
  }
}
