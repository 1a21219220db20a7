import { FileTextOutlined, TagOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMay } from '../../../lib/me.ts'
import { type DocumentKind, documentNames } from './use-print-parcels.ts'

const icons = { slips: <FileTextOutlined />, labels: <TagOutlined /> }
const shortNames = { slips: 'Slip', labels: 'Label' }

interface PrintButtonsProps {
  onPrint: (kind: DocumentKind) => void
  /** The kind of document that is being generated. */
  busy: DocumentKind | undefined
  /** Uses one-word names to save space. */
  short?: boolean
}

/** The buttons for packing slips and 4x6 labels. */
export function PrintButtons({ onPrint, busy, short = false }: PrintButtonsProps) {
  if (!useMay('POST /api/admin/parcel-documents')) return null
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
