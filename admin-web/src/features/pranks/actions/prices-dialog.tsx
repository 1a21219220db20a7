import type { AdminPrank } from '@prankpost/contracts/prank'
import { formatDateTime } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Waiting } from '../../../components/error-state.tsx'
import { pricesQuery } from '../api.ts'

/** The latest changes of a prank's price. */
export function PricesDialog({ prank, onClose }: { prank: AdminPrank; onClose: () => void }) {
  return (
    <Modal open width={520} title={`Prices of ${prank.name}`} footer={null} onCancel={onClose}>
      <Changes prank={prank} />
    </Modal>
  )
}

function Changes({ prank: { id, price } }: { prank: AdminPrank }) {
  const query = useQuery(pricesQuery(id))
  const changes = query.data
  if (changes === undefined) return <Waiting for={query} failed="The prices could not be loaded." />
  if (changes.length === 0)
    return <EmptyState title="The Price Never Changed" hint={`It has been $${price} from the start.`} />
  return (
    <ul className="prank-prices">
      {changes.map(({ at, from, to, by }) => (
        <li key={at}>
          <span>
            ${from} → <strong>${to}</strong>
          </span>
          <span className="hint">
            {formatDateTime(at)} by {by}
          </span>
        </li>
      ))}
    </ul>
  )
}
