import type { Prank } from '@prankpost/contracts/prank'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Target } from '../../../lib/local-targets.ts'
import { prefersReducedMotion } from '../../../lib/reduced-motion.ts'

const tickMs = 100
const lastsMs = 2000

interface ShuffleOptions {
  pranks: Prank[]
  targets: Target[]
  onPick: (match: { prank: Prank; target: Target }) => void
  onEnd: () => void
}

const draw = <T>(from: T[]): T | undefined => from[Math.floor(Math.random() * from.length)]

/**
 * Picks a random prank and target every 100 ms for 2 seconds; the last pick stands. With reduced motion
 * only that one is shown.
 */
export function useShuffle(options: ShuffleOptions) {
  const latest = useRef(options)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    if (!isRunning) return
    let ticks = 0
    const isCalm = prefersReducedMotion()
    const timer = setInterval(() => {
      const { pranks, targets, onPick, onEnd } = latest.current
      ticks += 1
      const isLast = ticks * tickMs >= lastsMs
      const prank = draw(pranks)
      const target = draw(targets)
      if (prank && target && (isLast || !isCalm)) onPick({ prank, target })
      if (!isLast) return
      setRunning(false)
      if (prank && target) onEnd()
    }, tickMs)
    return () => clearInterval(timer)
  }, [isRunning])

  return { isRunning, start: useCallback(() => setRunning(true), []) }
}
