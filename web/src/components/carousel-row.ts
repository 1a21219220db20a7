import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel'
import { prefersReducedMotion } from '../lib/reduced-motion.ts'

const afterClickMs = 150

/**
 * Makes a row of cards endless, and movable by touch and by code. It continues at the card to which the browser has
 * scrolled the row, once that rests. `step`: from one card to the next, in px.
 */
export async function makeEndless(row: HTMLElement, step: number): Promise<EmblaCarouselType> {
  // The pointer often comes with a click, which is answered first.
  await new Promise((resolve) => setTimeout(resolve, afterClickMs))
  for (let left = Number.NaN; left !== row.scrollLeft; ) {
    left = row.scrollLeft
    await twoFrames()
  }
  const startIndex = Math.round(row.scrollLeft / step)
  row.dataset.endless = ''
  row.scrollLeft = 0
  return EmblaCarousel(row, {
    loop: true,
    align: 'start',
    startIndex,
    duration: prefersReducedMotion() ? 0 : 24,
  })
}

const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
