import { useEffect, useRef, useState } from 'react'

/** The seconds until a time, updated every second; at the end, `onOver` is called once. */
export function useSecondsUntil(time: string, onOver: () => void): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((Date.parse(time) - now) / 1000))
  const over = useRef(onOver)
  over.current = onOver
  const isOver = left === 0
  useEffect(() => {
    if (isOver) {
      over.current()
      return
    }
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
