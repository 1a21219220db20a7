import { type Carrier, carrierOf, carriers } from '@prankpost/contracts/carrier'
import { isReference, referenceRefusal } from '@prankpost/contracts/constants'
import type { AdminOrder } from '@prankpost/contracts/order'
import { isPoBox } from '@prankpost/contracts/zip-codes'
import { Checkbox, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { changeTracking, refreshOrders, type TrackingPatch } from '../api.ts'
import { isSent, type OrderItem } from '../order-state.ts'

interface TrackingDialogProps {
  order: AdminOrder
  item: OrderItem
  onClose: () => void
}

const known = carriers.map((carrier) => ({ value: carrier as string, label: carrier as string }))

/**
 * Edits the tracking of a parcel. The carrier is recognized from the number while the operator types; a carrier that
 * the operator chooses stays.
 */
export default function TrackingDialog({ order, item, onClose }: TrackingDialogProps) {
  // What a colleague changes after that was not edited here, and stays.
  const [opened] = useState(item)
  const [number, setNumber] = useState(item.trackingNumber ?? '')
  const [chosen, setChosen] = useState(() => chosenCarrier(item))
  const [delivered, setDelivered] = useState(item.deliveredAt !== null)
  const detected = carrierOf(number)
  const carrier = chosen === undefined ? detected : chosen
  const patch = patchOf(opened, { trackingNumber: number.trim() || null, carrier, delivered })
  const action = useAction({
    act: () => changeTracking(order.id, item.id, patch),
    done: () => ['Tracking Saved', `${item.prank.name} to ${item.contact.name}`],
    onDone: onClose,
    refresh: refreshOrders,
  })
  const [numberId, hintId] = [useId(), useId()]
  return (
    <ActionDialog
      title={`Tracking: ${item.prank.name} to ${item.contact.name}`}
      submitLabel="Save"
      action={action}
      isReady={Object.keys(patch).length > 0 && !isReference(patch.trackingNumber ?? '')}
      unknownOutcome="It is not known whether it was saved. Saving it again is safe."
      onClose={onClose}
    >
      <div>
        <label htmlFor={numberId}>
          <strong>Tracking number</strong>
        </label>
        <div className="tracking-fields">
          <Input
            id={numberId}
            aria-describedby={hintId}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            disabled={action.isPending}
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
          <Select
            aria-label="Carrier"
            disabled={action.isPending}
            // A recognized number always has a carrier.
            options={detected ? known : [{ value: '', label: 'Not known' }, ...known]}
            value={carrier ?? ''}
            onChange={(value) => setChosen(value === '' ? null : (value as Carrier))}
          />
        </div>
        <p id={hintId} className="hint" role="status">
          {carrierHint(item, number.trim(), carrier)}
        </p>
      </div>
      <div>
        <Checkbox
          disabled={action.isPending || !isSent(item)}
          checked={delivered}
          onChange={({ target }) => setDelivered(target.checked)}
        >
          Delivered
        </Checkbox>
        {!isSent(item) && <p className="hint">It was not sent yet: set the order to Shipped first.</p>}
      </div>
    </ActionDialog>
  )
}

/** The stored carrier if it was chosen against the number's format; undefined if the number decides. */
function chosenCarrier({ carrier, trackingNumber }: OrderItem): Carrier | null | undefined {
  return trackingNumber === null || carrier === carrierOf(trackingNumber) ? undefined : carrier
}

function carrierHint({ contact }: OrderItem, number: string, carrier: Carrier | null): string {
  const detected = carrierOf(number)
  if (isReference(number)) return referenceRefusal
  if (carrier !== null && carrier !== 'USPS' && isPoBox(contact)) return 'Only USPS delivers to PO boxes.'
  if (number === '') return 'The carrier is recognized as you type.'
  if (detected === null) return 'No known format: choose the carrier, so that the customer gets a link.'
  return detected === carrier ? `Recognized as ${detected}.` : `The number looks like ${detected}.`
}

/** Only what differs from the parcel as it was when the form opened. A new number is sent together with its carrier. */
function patchOf(item: OrderItem, next: Required<TrackingPatch>): TrackingPatch {
  const isNew = next.trackingNumber !== item.trackingNumber
  return {
    ...(isNew && { trackingNumber: next.trackingNumber }),
    ...((isNew || next.carrier !== item.carrier) && { carrier: next.carrier }),
    ...(next.delivered !== (item.deliveredAt !== null) && { delivered: next.delivered }),
  }
}
