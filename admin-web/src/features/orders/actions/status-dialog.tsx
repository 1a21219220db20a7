import type { AdminOrder } from '@prankpost/contracts/order'
import { Button, Modal, Tag } from 'antd'
import { ErrorState } from '../../../components/error-state.tsx'
import { orderStatuses } from '../../../components/statuses.ts'
import { many } from '../../../lib/many.ts'
import type { SettableStatus } from '../api.ts'
import { PrintButtons } from './print-buttons.tsx'
import type { DocumentKind } from './use-print-parcels.ts'
import { type Result, useSetStatuses } from './use-set-statuses.ts'

interface StatusDialogProps {
  orders: AdminOrder[]
  status: SettableStatus
  printing: DocumentKind | undefined
  onPrint: (kind: DocumentKind, orders: readonly AdminOrder[]) => void
  /** Called when the operator closes the dialog, with the orders that were not changed. */
  onDone: (failedIds: string[]) => void
}

const outcomes: Record<Result['outcome'], { label: string; color: string }> = {
  failed: { label: 'Failed', color: 'red' },
  changed: { label: 'Changed', color: 'green' },
  unchanged: { label: 'Unchanged', color: 'default' },
}
const ranks = Object.keys(outcomes)

/** Confirms and sets a status for the whole selection, and shows the result of each order. */
export default function StatusDialog({ orders, status, printing, onPrint, onDone }: StatusDialogProps) {
  const { results, failedIds, isPending, error, start, retryFailed } = useSetStatuses(orders, status)
  const { label } = orderStatuses[status]
  const isConfirming = results.size === 0
  const isDone = (id: string) => results.has(id) && !failedIds.includes(id)
  const close = () => onDone(isConfirming ? orders.map(({ id }) => id) : failedIds)
  const done = orders.filter(({ id }) => isDone(id)).map((order) => ({ ...order, status }))
  return (
    <Modal
      open
      width={620}
      title={
        isConfirming ? `Set ${many(orders.length, 'order')} to ${label}?` : `${label}: ${summaryOf(results)}`
      }
      onCancel={close}
      mask={{ closable: !isPending }}
      footer={
        isConfirming ? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="primary" autoFocus loading={isPending} onClick={start}>
              {isPending ? 'Setting...' : `Set to ${label}`}
            </Button>
          </>
        ) : (
          <>
            {done.length > 0 && <PrintButtons busy={printing} onPrint={(kind) => onPrint(kind, done)} />}
            {failedIds.length > 0 && (
              <Button loading={isPending} onClick={retryFailed}>
                Retry Failed
              </Button>
            )}
            <Button type="primary" autoFocus onClick={close}>
              Done
            </Button>
          </>
        )
      }
    >
      {error !== null && (
        <ErrorState
          error={error}
          failed="The status could not be changed. Please try again."
          onRetry={isConfirming ? start : retryFailed}
          busy={isPending}
        />
      )}
      {!isConfirming && <Results orders={orders} results={results} />}
      {isConfirming && error === null && <p>{warnings[status]}</p>}
    </Modal>
  )
}

const stays = 'Those that have it already stay as they are.'
const warnings: Record<SettableStatus, string> = {
  pending: `They are no longer to be sent. ${stays}`,
  paid: `Those that were not paid count as paid from then on. ${stays}`,
  processing: `Those that were not paid count as paid from then on. ${stays}`,
  shipped: `Their parcels count as sent, and customers see it. ${stays}`,
  delivered: `Customers see it. ${stays}`,
}

function Results({ orders, results }: { orders: AdminOrder[]; results: ReadonlyMap<string, Result> }) {
  const rows = orders
    .flatMap((order) => {
      const result = results.get(order.id)
      return result ? [{ order, ...result }] : []
    })
    .sort((a, b) => ranks.indexOf(a.outcome) - ranks.indexOf(b.outcome))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="status-results" aria-label="Results" tabIndex={0}>
      <table>
        <tbody>
          {rows.map(({ order, outcome, message }) => (
            <tr key={order.id}>
              <td className="order-number">{order.orderNumber}</td>
              <td>{order.customerName ?? order.customerEmail ?? 'Not provided'}</td>
              <td>
                <Tag color={outcomes[outcome].color}>{outcomes[outcome].label}</Tag> {message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function summaryOf(results: ReadonlyMap<string, Result>): string {
  const counts = Map.groupBy(results.values(), ({ outcome }) => outcome)
  return ranks
    .flatMap((outcome) => {
      const count = counts.get(outcome as Result['outcome'])?.length
      return count ? [`${count} ${outcome}`] : []
    })
    .join(', ')
}
