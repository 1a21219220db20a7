import { useEffect, useState } from 'react'

/** How long a skeleton is shown without a message. */
const messageAfterMs = 2000

/** The message below a skeleton when loading is slow, or when a request has failed and is retried. */
export function Patience({ isFailing, className = 'mt-4' }: { isFailing: boolean; className?: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), messageAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate && !isFailing) return null
  return (
    <p role="status" className={`${className} text-center font-bold text-ink-soft`}>
      {isFailing ? 'No connection yet. Trying again...' : 'This takes longer than usual. Please hold on...'}
    </p>
  )
}
