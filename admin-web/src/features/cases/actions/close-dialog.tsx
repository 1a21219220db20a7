import type { AdminCase, CaseOutcome, StopScope } from '@prankpost/contracts/case'
import { Radio } from 'antd'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { TextAreaField } from '../../../components/text-field.tsx'
import { closeCase, refreshCases } from '../api.ts'

/**
 * Closes a case: the address is blocked, or may get parcels again. Of an address with a unit the operator has the same choice as
 * the recipient on the page of the code. An address that was erased cannot be blocked.
 */
export function CloseDialog({ reported, onClose }: { reported: AdminCase; onClose: () => void }) {
  const [outcome, setOutcome] = useState<CaseOutcome>(reported.isErased ? 'dismissed' : 'blocked')
  const [scope, setScope] = useState<StopScope>('unit')
  const [note, setNote] = useState('')
  const action = useAction({
    act: () => closeCase(reported.id, { outcome, scope, note: note.trim() }),
    done: () => ['Case Closed'],
    onDone: onClose,
    refresh: refreshCases,
  })
  return (
    <ActionDialog
      title="Close this case?"
      submitLabel="Close Case"
      closeLabel="Cancel"
      isDanger={outcome === 'blocked'}
      action={action}
      isReady={note.trim() !== ''}
      unknownOutcome="It is not known whether the case is closed. Send it again: that does no harm."
      onClose={onClose}
    >
      {reported.isErased ? (
        <p>The address of this parcel was erased. It cannot be blocked, and nothing is held by this case.</p>
      ) : (
        <>
          <Radio.Group
            aria-label="Outcome"
            vertical
            disabled={action.isPending}
            value={outcome}
            onChange={({ target }) => setOutcome(target.value)}
            options={[
              { value: 'blocked', label: 'Block the address: what is held is withdrawn and refunded' },
              { value: 'dismissed', label: 'Dismiss: the address may get parcels again' },
            ]}
          />
          {outcome === 'blocked' && reported.hasUnit && (
            <>
              <p id="scope">The address on this parcel has a unit.</p>
              <Radio.Group
                aria-labelledby="scope"
                vertical
                disabled={action.isPending}
                value={scope}
                onChange={({ target }) => setScope(target.value)}
                options={scopes}
              />
            </>
          )}
          {outcome === 'dismissed' && (
            <p className="hint">
              Parcels that are held stay held. Release or refuse each in the tab Parcels.
            </p>
          )}
        </>
      )}
      <TextAreaField
        label="Note"
        maxLength={500}
        disabled={action.isPending}
        value={note}
        onChange={setNote}
      />
    </ActionDialog>
  )
}

const scopes = [
  { value: 'unit', label: 'Only this unit: for an apartment. The neighbors may still get parcels' },
  {
    value: 'house',
    label: 'The whole house: for a house without units, of which the sender may have invented one',
  },
]
