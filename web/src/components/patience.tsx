import { useEffect, useState } from 'react'

/** How long bones speak for themselves. */
const patienceMs = 2000

/** A word under bones that stay for long, or that wait for the network to come back. */
export function Patience({ isFailing, className = 'mt-4' }: { isFailing: boolean; className?: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate && !isFailing) return null
  return (
    <p role="status" className={`${className} text-center font-bold text-ink-soft`}>
      {isFailing ? 'No connection yet. Trying again...' : 'This takes longer than usual. Please hold on...'}
    </p>
  )
}
