import {
  CheckCircleFilled,
  CloseCircleFilled,
  LoadingOutlined,
  QuestionCircleFilled,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Row } from './batch.ts'

const results: Record<Row['phase'], { word: string; icon: ReactNode } | null> = {
  open: null,
  sending: { word: 'Shipping...', icon: <LoadingOutlined aria-hidden /> },
  shipped: { word: 'Shipped', icon: <CheckCircleFilled aria-hidden /> },
  refused: { word: 'Failed', icon: <CloseCircleFilled aria-hidden /> },
  unknown: { word: 'Not known', icon: <QuestionCircleFilled aria-hidden /> },
}

/** What became of a row, as a sign and a word. */
export function RowResult({ phase }: { phase: Row['phase'] }) {
  const result = results[phase]
  return (
    <span role="status" className="ship-result">
      {result?.icon} {result?.word}
    </span>
  )
}

/** What is to be said about a row that failed, and how to go on; null for the others. */
export function resultWords({ phase, message }: Row): string | null {
  const said = message ?? 'Failed to record prank shipment'
  if (phase === 'refused') return said
  if (phase !== 'unknown') return null
  return `${said} The parcel may have left all the same, so it cannot be changed: Retry asks for this very parcel and never ships it twice.`
}
