import type { EmblaCarouselType } from 'embla-carousel'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Children, type ReactNode, useCallback, useRef } from 'react'

const arrow =
  'absolute top-1/2 z-10 grid size-12 -translate-y-1/2 place-items-center rounded-full border-[2.5px] border-ink bg-sun text-ink shadow-hard-sm transition-transform hover:scale-110 active:scale-95'

/** An endless row of 200 px cards, 16 px apart: each arrow moves it by one card, 216 px. */
export function Carousel({ label, children }: { label: string; children: ReactNode }) {
  const { viewport, whenReady } = useCarousel()
  return (
    <section aria-label={label} aria-roledescription="carousel" className="relative mx-auto max-w-[66.5rem]">
      <button
        type="button"
        aria-label={`Previous ${label}`}
        className={`${arrow} -left-2 sm:-left-5`}
        onClick={() => whenReady((carousel) => carousel.scrollPrev())}
      >
        <ChevronLeft className="size-6" strokeWidth={3.5} aria-hidden="true" />
      </button>
      <div ref={viewport} className="-mx-1 overflow-hidden px-1 py-4">
        <ul className="flex touch-pan-y">
          {Children.map(children, (child) => (
            <li className="mr-4 w-[200px] shrink-0">{child}</li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        aria-label={`Next ${label}`}
        className={`${arrow} -right-2 sm:-right-5`}
        onClick={() => whenReady((carousel) => carousel.scrollNext())}
      >
        <ChevronRight className="size-6" strokeWidth={3.5} aria-hidden="true" />
      </button>
    </section>
  )
}

/** The code that moves a row. It is loaded shortly before the row is visible: the first screen of a page does not need it. */
function useCarousel() {
  const ready = useRef<Promise<EmblaCarouselType> | undefined>(undefined)
  const viewport = useCallback((row: HTMLElement | null) => {
    if (row === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        ready.current = import('./carousel-row.ts').then(({ moveRow }) => moveRow(row))
        // The row can still be read without it, and the next visit tries again.
        ready.current.catch(() => undefined)
      },
      { rootMargin: '300px' },
    )
    observer.observe(row)
    return () => {
      observer.disconnect()
      ready.current?.then((carousel) => carousel.destroy()).catch(() => undefined)
      ready.current = undefined
    }
  }, [])
  const whenReady = (move: (carousel: EmblaCarouselType) => void) => {
    ready.current?.then(move).catch(() => undefined)
  }
  return { viewport, whenReady }
}
