import { useEffect, useRef, useState } from 'react'

const second = 1000

interface CountdownProps {
  /** ISO 8601. */
  until: string
  /** Called once, when the time is over. */
  onOver: () => void
}

/** The time that is left, `1:42:07`, updated every second. Screen readers read it on request only. */
export function Countdown({ until, onOver }: CountdownProps) {
  const end = Date.parse(until)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / second))
  const over = useRef(onOver)
  over.current = onOver
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return over.current()
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [isOver])
  return (
    <strong role="timer" className="whitespace-nowrap text-ink tabular-nums">
      {clock(left)} left
    </strong>
  )
}

function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  return `${hours}:${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
