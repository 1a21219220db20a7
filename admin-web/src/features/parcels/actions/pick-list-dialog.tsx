import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { Waiting } from '../../../components/error-state.tsx'
import { many } from '../../../lib/many.ts'
import { readPickList } from '../api.ts'

/** How many of each prank the selected parcels need, to take them from the shelf in one walk. */
export function PickListDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['pick-list', ids],
    queryFn: () => readPickList(ids),
    gcTime: 0,
  })
  const { data } = query
  const left = data ? ids.length - data.items.reduce((sum, { parcels }) => sum + parcels, 0) : 0
  return (
    <Modal
      open
      className="pick-list"
      title={`Pick list for ${many(ids.length, 'parcel')}`}
      width={480}
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={data === undefined} onClick={() => globalThis.print()}>
          Print
        </Button>
      }
    >
      {left > 0 && <p className="hint">{left} of them are not to be packed: held, withdrawn or shipped.</p>}
      {data ? (
        <table>
          <thead>
            <tr>
              <th scope="col">Prank</th>
              <th scope="col">Pieces</th>
              <th scope="col">Parcels</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ prankId, name, quantity, parcels }) => (
              <tr key={prankId}>
                <td>{name}</td>
                <td>
                  <strong>{quantity}</strong>
                </td>
                <td>{parcels}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Waiting for={query} failed="The pick list could not be made." />
      )}
    </Modal>
  )
}
