import { Patience } from '../../../components/patience.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'

interface CardsSkeletonProps {
  height: string
  label: string
  /** Whether the read has failed and is being retried. */
  isFailing?: boolean
}

/** The skeleton of a row of cards, with the same size; the slow notice is an overlay and does not shift the layout. */
export function CardsSkeleton({ height, label, isFailing = false }: CardsSkeletonProps) {
  return (
    <div className="relative mx-auto max-w-[66.5rem]">
      <div role="status" aria-label={label} className="overflow-hidden py-4">
        <div className="flex gap-4">
          {['a', 'b', 'c', 'd', 'e'].map((card) => (
            <SkeletonBlock key={card} className={`w-[200px] shrink-0 ${height}`} />
          ))}
        </div>
      </div>
      <Patience
        isFailing={isFailing}
        className="absolute inset-x-4 top-1/2 mx-auto w-fit -translate-y-1/2 rounded-full bg-paper px-5 py-2"
      />
    </div>
  )
}
