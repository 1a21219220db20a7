import { answerPromiseHours } from '@prankpost/contracts/constants'
import type { ContactMessage } from '@prankpost/contracts/support'
import { Tag } from 'antd'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Shorter than this, an answer is due soon. */
const soonMs = 6 * hourMs

/** Until when a message is to be answered, compared with the promised 24 hours. */
export function Age({ message: { waitingSince, answered } }: { message: ContactMessage }) {
  if (waitingSince === null) return answered ? <Tag className="status-badge">Answered</Tag> : null
  const leftMs = Date.parse(waitingSince) + answerPromiseHours * hourMs - Date.now()
  const [color, text] =
    leftMs < 0
      ? ['red', `Answer overdue by ${durationText(-leftMs)}`]
      : [leftMs < soonMs ? 'gold' : 'green', `Answer due in ${durationText(leftMs)}`]
  return (
    <Tag color={color} className="status-badge">
      {text}
    </Tag>
  )
}

/** A duration in its largest unit: `40 min`, `5 h`, `3 days`. */
function durationText(ms: number): string {
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`
  return ms < 48 * hourMs ? `${Math.floor(ms / hourMs)} h` : `${Math.floor(ms / (24 * hourMs))} days`
}
