import EmblaCarousel from 'embla-carousel'
import { prefersReducedMotion } from '../lib/reduced-motion.ts'

/** Makes a row endless, and movable by touch and by code. */
export const moveRow = (row: HTMLElement) =>
  EmblaCarousel(row, { loop: true, align: 'start', duration: prefersReducedMotion() ? 0 : 24 })
