import { SendOutlined, SwapOutlined } from '@ant-design/icons'
import type { Contact } from '@prankpost/contracts/contact'
import type { SentPranks } from '@prankpost/contracts/fulfilment'
import type { Prank } from '@prankpost/contracts/prank'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Drawn, isChosen, type Shippable } from './batch.ts'
import { ExtrasFields } from './extras-fields.tsx'
import { dueOf, Notices } from './notices.tsx'
import type { UnsavedForm } from './ship-dialog.tsx'
import { ShipRow } from './ship-row.tsx'
import { useShipBatch } from './use-ship-batch.ts'

interface ShipFormProps {
  plan: Shippable
  pranks: Prank[]
  targets: Contact[]
  sent: UseQueryResult<SentPranks>
  /** What was drawn for the parcels that are due; empty when it is not known. */
  draw: readonly Drawn[]
  onUnsavedChange: (stake: UnsavedForm | null) => void
  onCancel: () => void
  onShipped: () => void
}

/** The DOM id by which the shortcut finds the form. */
export const shipFormId = 'ship-form'

/** One row for each parcel due, filled with the draw, changed manually or by Shuffle; ships all of them in parallel. */
export function ShipForm({
  plan,
  pranks,
  targets,
  sent,
  draw,
  onUnsavedChange,
  onCancel,
  onShipped,
}: ShipFormProps) {
  // Keep the plan as it was when the form opened: shipping changes the plan, but the rows must not change.
  const [opened] = useState(plan)
  const [drawn] = useState(draw)
  const count = dueOf(opened).rows
  const batch = useShipBatch({ plan: opened, count, draw: drawn, onShipped })
  const { rows, extras, isBusy } = batch
  const shuffleButton = useRef<HTMLButtonElement>(null)
  useEffect(() => shuffleButton.current?.focus(), [])

  const left = rows.filter(({ phase }) => phase === 'shipped').length
  const unknown = rows.filter(({ phase }) => phase === 'unknown').length
  const isTyped = extras.trackingPrefix !== '' || extras.notes !== ''
  const isTouched =
    isTyped ||
    rows.some(
      ({ prankId, contactId }, index) =>
        prankId !== (drawn[index]?.prankId ?? null) || contactId !== (drawn[index]?.contactId ?? null),
    )
  const hasUnsaved = isBusy || unknown > 0 || (isTouched && left < count)
  useEffect(
    () => onUnsavedChange(hasUnsaved ? { planId: opened.id, isBusy, unknown } : null),
    [onUnsavedChange, hasUnsaved, isBusy, unknown, opened.id],
  )

  const known = sent.data ?? []
  const shuffle = () =>
    batch.shuffle({
      prankIds: pranks.map(({ id }) => id),
      targetIds: targets.map(({ id }) => id),
      sent: known,
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void batch.ship()
  }
  const isReady = rows.every(isChosen)
  return (
    <form id={shipFormId} className="ship-form" noValidate aria-busy={isBusy} onSubmit={submit}>
      <Notices plan={opened} sent={sent} />
      <div className="ship-rows-head">
        <Button
          ref={shuffleButton}
          icon={<SwapOutlined aria-hidden />}
          disabled={isBusy}
          // Cached data from the previous form does not contain the parcels that it shipped.
          loading={sent.isFetching || !(sent.isFetchedAfterMount || sent.isError)}
          onClick={shuffle}
        >
          Shuffle
        </Button>
        <span className="hint">
          Spreads the targets evenly and avoids pranks that they had in the last 6 months, where it can.
        </span>
      </div>
      <ol className="ship-rows">
        {rows.map((_, index) => (
          <ShipRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows do not move; a changed key would lose the focus.
            key={index}
            index={index}
            rows={rows}
            isMissing={batch.isMissing}
            isBusy={isBusy}
            onChoose={(choice) => batch.chooseIn(index, choice)}
            pranks={pranks}
            targets={targets}
            sent={known}
          />
        ))}
      </ol>
      <ExtrasFields
        plan={opened}
        count={count}
        extras={extras}
        disabled={isBusy}
        onChange={batch.setExtras}
      />
      <footer className="ship-foot">
        <span className="hint">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> ships
        </span>
        <Button disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="primary"
          htmlType="submit"
          // Without an icon here, antd leaves the label of its loading icon in the button's accessible name.
          icon={<SendOutlined aria-hidden />}
          disabled={!isReady}
          loading={isBusy}
        >
          {rows.some(({ sent: tried }) => tried !== null)
            ? `Retry ${count - left} failed`
            : `Ship All ${count} Pranks`}
        </Button>
      </footer>
    </form>
  )
}
