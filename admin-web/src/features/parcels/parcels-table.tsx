import { MoreOutlined } from '@ant-design/icons'
import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { formatDayRange } from '@prankpost/web-kit'
import { Button, Dropdown, Table } from 'antd'
import { type HTMLAttributes, memo } from 'react'
import { Copyable } from '../../components/copyable.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { TrackingLink } from '../../components/tracking-link.tsx'
import { leaveAfterClick } from '../../lib/leave-field.ts'
import { useMay } from '../../lib/me.ts'
import type { SimpleAction } from './actions/use-parcel-actions.ts'
import type { OpenDialog } from './parcel-dialog.tsx'
import { parcelStates, promiseOf } from './parcel-states.ts'
import { reviewTexts } from './review-texts.ts'

interface ParcelsTableProps {
  parcels: QueuedParcel[]
  selected: readonly string[]
  onSelect: (ids: string[]) => void
  rowProps: (id: string) => HTMLAttributes<HTMLElement>
  isBusy: boolean
  onAct: (action: SimpleAction, parcel: QueuedParcel) => void
  onOpen: (dialog: OpenDialog) => void
}

/** The parcels of a page, one line each. Nothing shows who paid. */
export function ParcelsTable(props: ParcelsTableProps) {
  const { parcels, selected, onSelect, rowProps, ...actions } = props
  return (
    <Table<QueuedParcel>
      className="parcels stacked"
      size="small"
      rowKey="id"
      aria-label="Parcels"
      dataSource={parcels}
      pagination={false}
      onRow={({ id }) => rowProps(id)}
      onHeaderRow={() => ({ tabIndex: -1 })}
      rowSelection={{
        selectedRowKeys: [...selected],
        onChange: (keys) => onSelect(keys.map(String)),
        getCheckboxProps: (parcel) => ({
          'aria-label': `Select ${labelOf(parcel)}`,
          onClick: leaveAfterClick,
        }),
        getTitleCheckboxProps: () => ({ onClick: leaveAfterClick }),
      }}
      columns={[
        { title: 'Ship by', width: 184, shouldCellUpdate, render: (_, parcel) => <ShipBy parcel={parcel} /> },
        {
          title: 'Prank',
          shouldCellUpdate,
          render: (_, { prank, quantity }) => (
            <strong>{quantity > 1 ? `${quantity} × ${prank.name}` : prank.name}</strong>
          ),
        },
        { title: 'Recipient', shouldCellUpdate, render: (_, parcel) => <Recipient parcel={parcel} /> },
        {
          title: 'State',
          width: 210,
          render: (_, parcel) => {
            const { state, prints, heldBecause } = parcel
            return (
              <>
                <StatusBadge statuses={parcelStates} value={state} />
                {prints > 1 && <p className="hint">Printed {prints} times</p>}
                {heldBecause && <p className="hint">{heldBecause}</p>}
                {parcel.review && <Review parcel={parcel} {...actions} />}
              </>
            )
          },
        },
        {
          title: 'Reference',
          width: 190,
          shouldCellUpdate,
          render: (_, parcel) => <Reference parcel={parcel} />,
        },
        {
          title: <span className="for-screen-readers">Actions</span>,
          width: 48,
          render: (_, parcel) => <Actions parcel={parcel} {...actions} />,
        },
      ]}
    />
  )
}

/** These cells show the parcel alone. Moving through 200 rows with j and k draws none of them again. */
const shouldCellUpdate = (parcel: QueuedParcel, before: QueuedParcel) => parcel !== before

const labelOf = ({ prank, recipient }: QueuedParcel) =>
  recipient ? `${prank.name} to ${recipient.name}` : prank.name

function ShipBy({ parcel }: { parcel: QueuedParcel }) {
  const promise = promiseOf(parcel)
  const { arriveBy } = parcel
  return (
    <>
      <Time at={parcel.shipBy} />
      {promise && <p className={promise.isLate ? 'parcel-late' : 'hint'}>{promise.text}</p>}
      {arriveBy && <p className="hint">Arrive by {formatDayRange({ from: arriveBy, to: arriveBy })}</p>}
    </>
  )
}

function Recipient({ parcel: { recipient, type } }: { parcel: QueuedParcel }) {
  if (recipient === null) return <span className="hint">Drawn for a plan: shown with its label</span>
  const { name, city, state, zipCode } = recipient
  return (
    <>
      {name} {type === 'plan' && <span className="hint">(plan)</span>}
      <p className="hint">
        {city}, {state} {zipCode}
      </p>
    </>
  )
}

function Reference({ parcel }: { parcel: QueuedParcel }) {
  const { reference, trackingNumber } = parcel
  return (
    <>
      {reference ? <Copyable text={reference} what="reference" /> : <span className="hint">None yet</span>}
      {trackingNumber && (
        <p className="hint">
          <TrackingLink {...parcel} />
        </p>
      )}
    </>
  )
}

/** What was found in a parcel that waits for a review, its message, and the decision. */
function Review({ parcel, isBusy, onAct, onOpen }: ActionsProps) {
  const mayRefuse = useMay('POST /api/admin/parcels/:id/refuse')
  const { review, orderId, state } = parcel
  if (!review) return null
  const texts = review.matches.flatMap(({ kind, where }) =>
    kind === 'report' ? [] : `${reviewTexts[kind] ?? kind} in the ${where}`,
  )
  return (
    <>
      {texts.length < review.matches.length && <p className="hint">The recipient reported harassment.</p>}
      {texts.length > 0 && <p className="hint">May contain {texts.join(', ')}.</p>}
      {review.message && <p className="parcel-message">“{review.message}”</p>}
      {mayRefuse && state === 'held' && (
        <p className="parcel-review">
          <Button
            size="small"
            disabled={isBusy}
            aria-label={`Release ${labelOf(parcel)}`}
            onClick={() => onAct('release', parcel)}
          >
            Release
          </Button>
          {orderId !== null && (
            <Button
              size="small"
              danger
              disabled={isBusy}
              aria-label={`Refuse ${labelOf(parcel)}`}
              onClick={() => onOpen({ kind: 'refuse', parcel })}
            >
              Refuse...
            </Button>
          )}
        </p>
      )}
    </>
  )
}

type ActionsProps = Pick<ParcelsTableProps, 'isBusy' | 'onAct' | 'onOpen'> & { parcel: QueuedParcel }

const Actions = memo(function Actions({ parcel, isBusy, onAct, onOpen }: ActionsProps) {
  const mayRefuse = useMay('POST /api/admin/parcels/:id/refuse')
  const mayAct = useMay('POST /api/admin/parcels/:id/hold')
  const mayRelease = useMay('POST /api/admin/parcels/:id/release')
  const mayRefund = useMay('POST /api/admin/parcels/:id/refund')
  const act = (action: SimpleAction, label: string) => ({
    key: action,
    label,
    onClick: () => onAct(action, parcel),
  })
  const open = (kind: Exclude<OpenDialog['kind'], 'pick'>, label: string) => ({
    key: kind,
    label,
    onClick: () => onOpen({ kind, parcel }),
  })
  const { state, orderId } = parcel
  const items = [
    mayAct && (state === 'to_pack' || state === 'label_printed') && open('hold', 'Hold...'),
    mayRelease && state === 'held' && act('release', 'Release'),
    mayRefuse && state === 'held' && orderId !== null && open('refuse', 'Refuse...'),
    mayAct && state === 'shipped' && act('delivered', 'Delivered'),
    // Also a parcel that was reported as delivered by mistake.
    mayAct && (state === 'shipped' || state === 'delivered') && act('returned', 'Came back'),
    mayAct && state === 'returned' && open('send-again', 'Send again...'),
    mayRefund && state === 'returned' && open('refund', 'Refund...'),
  ].filter((item) => item !== false)
  if (items.length === 0) return null
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        type="text"
        disabled={isBusy}
        aria-label={`Actions for ${labelOf(parcel)}`}
        icon={<MoreOutlined aria-hidden />}
      />
    </Dropdown>
  )
})
