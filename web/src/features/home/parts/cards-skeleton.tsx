import { Bone } from '../../../components/skeleton.tsx'

/** Bones in the places of a row's cards, of the same size. */
export function CardsSkeleton({ height, label }: { height: string; label: string }) {
  return (
    <div role="status" aria-label={label} className="mx-auto max-w-[66.5rem] overflow-hidden py-4">
      <div className="flex gap-4">
        {['a', 'b', 'c', 'd', 'e'].map((card) => (
          <Bone key={card} className={`w-[200px] shrink-0 ${height}`} />
        ))}
      </div>
    </div>
  )
}
