import {
  CheckCircleFilled,
  CloseCircleFilled,
  LoadingOutlined,
  QuestionCircleFilled,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Row } from './batch.ts'

const results: Record<Row['phase'], { label: string; icon: ReactNode } | null> = {
  open: null,
  sending: { label: 'Shipping...', icon: <LoadingOutlined aria-hidden /> },
  shipped: { label: 'Shipped', icon: <CheckCircleFilled aria-hidden /> },
  refused: { label: 'Failed', icon: <CloseCircleFilled aria-hidden /> },
  unknown: { label: 'Not known', icon: <QuestionCircleFilled aria-hidden /> },
}

/** The result of a row: icon and label. */
export function RowResult({ phase }: { phase: Row['phase'] }) {
  const result = results[phase]
  return (
    <span role="status" className="ship-result">
      {result?.icon} {result?.label}
    </span>
  )
}

/** The error message of a failed row, with the next step; null for other rows. */
export function resultMessage({ phase, message }: Row): string | null {
  const reason = message ?? 'Failed to record prank shipment'
  if (phase === 'refused') return reason
  if (phase !== 'unknown') return null
  return `${reason} The parcel may have left all the same, so it cannot be changed: Retry asks for this very parcel and never ships it twice.`
}
