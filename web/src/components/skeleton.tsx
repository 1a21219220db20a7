/** A grey bone in the place of what is on its way. */
export function Bone({ className }: { className: string }) {
  return <div className={`bone ${className}`} aria-hidden="true" />
}

/** What a screen shows until its code is there: a title and some cards. */
export function PageSkeleton() {
  return (
    <div className="page py-10" role="status" aria-label="Loading">
      <Bone className="mb-8 h-11 w-64" />
      <div className="grid gap-4">
        {['a', 'b', 'c'].map((row) => (
          <Bone key={row} className="h-28" />
        ))}
      </div>
    </div>
  )
}
