import { useSecondsUntil } from '../../../lib/use-seconds.ts'

interface CountdownProps {
  /** ISO 8601. */
  until: string
  /** Called once, when the time is over. */
  onOver: () => void
}

/** The time that is left, `1:42:07`, updated every second. Screen readers read it on request only. */
export function Countdown({ until, onOver }: CountdownProps) {
  const left = useSecondsUntil(until, onOver)
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
