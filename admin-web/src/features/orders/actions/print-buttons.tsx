import { FileTextOutlined, TagOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DocumentKind, documentNames } from './use-print-parcels.ts'

const icons = { slips: <FileTextOutlined />, labels: <TagOutlined /> }
const shortNames = { slips: 'Slip', labels: 'Label' }

interface PrintButtonsProps {
  onPrint: (kind: DocumentKind) => void
  /** What of these is being made just now. */
  busy: DocumentKind | undefined
  /** Names them in one word, where there is little room. */
  short?: boolean
}

/** Packing slips and 4x6 labels. */
export function PrintButtons({ onPrint, busy, short = false }: PrintButtonsProps) {
  return (['slips', 'labels'] as const).map((kind) => (
    <Button
      key={kind}
      icon={icons[kind]}
      loading={busy === kind}
      title={short ? documentNames[kind] : undefined}
      onClick={() => onPrint(kind)}
    >
      {short ? <span className="order-print-name">{shortNames[kind]}</span> : documentNames[kind]}
    </Button>
  ))
}
