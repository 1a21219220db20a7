import type { Prank } from '@prankpost/contracts/prank'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Target } from '../../../lib/local-targets.ts'
import { prefersReducedMotion } from '../../../lib/reduced-motion.ts'

const tickMs = 100
const durationMs = 2000

interface ShuffleOptions {
  pranks: Prank[]
  targets: Target[]
  /** The targets are being loaded: the shuffle lasts until they are there. */
  isLoading: boolean
  onPick: (match: { prank: Prank; target: Target }) => void
  /** Called at the end; `isMatch` is false without a prank or a target. */
  onEnd: (isMatch: boolean) => void
}

const pickRandom = <T>(from: T[]): T | undefined => from[Math.floor(Math.random() * from.length)]

/**
 * Picks a random prank and target every 100 ms for 2 seconds; the last pick is final. With reduced motion, only the
 * last pick is shown.
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
    const isReduced = prefersReducedMotion()
    const timer = setInterval(() => {
      const { pranks, targets, isLoading, onPick, onEnd } = latest.current
      ticks += 1
      const isLast = ticks * tickMs >= durationMs && !isLoading
      const prank = pickRandom(pranks)
      const target = pickRandom(targets)
      if (prank && target && (isLast || !isReduced)) onPick({ prank, target })
      if (!isLast) return
      setRunning(false)
      onEnd(Boolean(prank && target))
    }, tickMs)
    return () => clearInterval(timer)
  }, [isRunning])

  return { isRunning, start: useCallback(() => setRunning(true), []) }
}
