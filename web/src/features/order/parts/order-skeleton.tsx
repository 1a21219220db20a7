import { SkeletonBlock } from '../../../components/skeleton.tsx'

/** The outline of an order page: header, a parcel, the timeline. */
export function OrderSkeleton() {
  return (
    <>
      <SkeletonBlock className="h-112 sm:h-90" />
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_21rem]">
        <div>
          <SkeletonBlock className="mb-5 h-9 w-40" />
          <SkeletonBlock className="h-110 sm:h-70" />
        </div>
        <div>
          <SkeletonBlock className="mb-5 h-9 w-40" />
          <SkeletonBlock className="h-48" />
        </div>
      </div>
    </>
  )
}
