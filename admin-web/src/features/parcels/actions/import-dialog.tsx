import type { ImportAnswer } from '@prankpost/contracts/parcel'
import { Alert } from 'antd'
import { useId, useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { importTracking, refreshParcels } from '../api.ts'

const maxBytes = 1_000_000

/** Imports tracking numbers and delivery reports from a CSV file, and shows what became of each line. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const fieldId = useId()
  const action = useAction({
    act: async () => importTracking((await file?.text()) ?? ''),
    refresh: refreshParcels,
  })
  const isTooLarge = file !== null && file.size > maxBytes
  return (
    <ActionDialog
      title="Import tracking numbers and deliveries"
      submitLabel="Import"
      action={action}
      isReady={file !== null && !isTooLarge && action.data === undefined}
      unknownOutcome="It is not known which lines were imported. Import the file again: nothing is done twice."
      onClose={onClose}
    >
      <p>
        A CSV file with a header. Columns: <code>reference</code>, and <code>tracking_number</code> (with{' '}
        <code>carrier</code>) or <code>delivered_at</code> (<code>2026-11-28</code> or <code>11/28/2026</code>
        ).
      </p>
      <label htmlFor={fieldId}>
        <strong>CSV file</strong>
      </label>
      <input
        id={fieldId}
        type="file"
        accept=".csv,text/csv"
        disabled={action.isPending || action.data !== undefined}
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
      {isTooLarge && <Alert type="error" showIcon role="alert" title="The file is larger than 1 MB." />}
      {action.data && <Results results={action.data.results} />}
    </ActionDialog>
  )
}

function Results({ results }: ImportAnswer) {
  if (results.length === 0)
    return <Alert type="warning" showIcon role="status" title="The file has no lines." />
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const changed = results.filter(({ outcome }) => outcome === 'changed').length
  return (
    <>
      <Alert
        type={failed.length > 0 ? 'warning' : 'success'}
        showIcon
        role="status"
        title={`${changed} changed, ${results.length - changed - failed.length} unchanged, ${failed.length} failed`}
      />
      <ul className="parcel-results">
        {failed.map(({ line, reference, message }) => (
          <li key={line}>
            <strong>
              Line {line}
              {reference && `, ${reference}`}
            </strong>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
