import type { QueuedParcel, ShipParcelsAnswer } from '@prankpost/contracts/parcel'
import { Modal } from 'antd'

interface ShipResultsProps {
  results: ShipParcelsAnswer['results']
  parcels: readonly QueuedParcel[]
  onClose: () => void
}

/** The parcels that were not shipped, with the reasons. */
export function ShipResults({ results, parcels, onClose }: ShipResultsProps) {
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  return (
    <Modal
      open
      title={`Not shipped: ${failed.length} of ${results.length}`}
      footer={null}
      width={560}
      onCancel={onClose}
    >
      <ul className="parcel-results">
        {failed.map(({ id, message }) => {
          const parcel = parcels.find((one) => one.id === id)
          return (
            <li key={id}>
              <strong>{parcel?.prank.name ?? id}</strong> {parcel?.recipient?.name}
              <p>{message}</p>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
