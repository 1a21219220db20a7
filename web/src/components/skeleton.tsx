/** A grey block in place of content that is loading. */
export function SkeletonBlock({ className }: { className: string }) {
  return <div className={`bone ${className}`} aria-hidden="true" />
}

/** The skeleton of a screen whose code is loading: a title and some cards. */
export function PageSkeleton() {
  return (
    <div className="page py-10" role="status" aria-label="Loading">
      <SkeletonBlock className="mb-8 h-11 w-64" />
      <CardsSkeleton />
    </div>
  )
}

/** The skeleton of some cards. */
export function CardsSkeleton() {
  return (
    <div className="grid gap-4">
      {['a', 'b', 'c'].map((row) => (
        <SkeletonBlock key={row} className="h-28" />
      ))}
    </div>
  )
}
