import type { EmblaCarouselType } from 'embla-carousel'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Children, type ReactNode, useEffect, useRef } from 'react'

const arrow =
  'absolute top-1/2 z-10 grid size-12 -translate-y-1/2 place-items-center rounded-full border-[2.5px] border-ink bg-sun text-ink shadow-hard-sm transition-transform hover:scale-110 active:scale-95'
/** A card and its gap, in px. */
const step = 216

/**
 * An endless row of 200 px cards, 16 px apart: each arrow moves it by one card. The browser itself scrolls it until it is
 * first used, and if the code that makes it endless cannot be loaded.
 */
export function Carousel({ label, children }: { label: string; children: ReactNode }) {
  const { row, prepare, move } = useCarousel()
  return (
    <section
      aria-label={label}
      aria-roledescription="carousel"
      className="relative mx-auto max-w-[66.5rem]"
      onPointerOver={prepare}
      onFocus={prepare}
    >
      <button
        type="button"
        aria-label={`Previous ${label}`}
        className={`${arrow} -left-2 sm:-left-5`}
        onClick={() => move(-1)}
      >
        <ChevronLeft className="size-6" strokeWidth={3.5} aria-hidden="true" />
      </button>
      <div
        ref={row}
        className="-mx-1 snap-x snap-mandatory scroll-px-1 overflow-x-auto px-1 py-4 [scrollbar-width:none] data-endless:touch-pan-y data-endless:snap-none data-endless:overflow-hidden"
      >
        <ul className="flex w-max in-data-endless:w-auto">
          {Children.map(children, (child) => (
            <li className="mr-4 w-[200px] shrink-0 snap-start">{child}</li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        aria-label={`Next ${label}`}
        className={`${arrow} -right-2 sm:-right-5`}
        onClick={() => move(1)}
      >
        <ChevronRight className="size-6" strokeWidth={3.5} aria-hidden="true" />
      </button>
    </section>
  )
}

/** Loads the code that makes the row endless when the pointer, a finger or the focus reaches it. */
function useCarousel() {
  const row = useRef<HTMLDivElement>(null)
  const ready = useRef<Promise<EmblaCarouselType | null> | null>(null)
  useEffect(
    () => () => {
      void ready.current?.then((carousel) => carousel?.destroy())
      ready.current = null
    },
    [],
  )
  const prepare = () => {
    const shown = row.current
    if (shown === null) return
    ready.current ??= import('./carousel-row.ts')
      .then(({ makeEndless }) => makeEndless(shown, step))
      .catch(() => {
        ready.current = null
        return null
      })
  }
  const move = async (cards: 1 | -1) => {
    prepare()
    const carousel = await ready.current
    if (!carousel) row.current?.scrollBy({ left: cards * step, behavior: 'smooth' })
    else if (cards === 1) carousel.scrollNext()
    else carousel.scrollPrev()
  }
  return { row, prepare, move }
}
