import type { ImportAnswer } from '@prankpost/contracts/parcel'
import { Alert } from 'antd'
import { useId, useRef, useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { importTracking, refreshParcels } from '../api.ts'

const maxBytes = 1_000_000

/** Imports tracking numbers and delivery reports from a CSV file, and shows what became of each line. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const fieldId = useId()
  const action = useAction({
    act: async () => {
      // A browser does not read a file that was changed after it was chosen.
      const csv = await file?.text().catch(() => null)
      return typeof csv === 'string' ? importTracking(csv) : null
    },
    onDone: (answer) => {
      if (answer !== null) return
      setFile(null)
      // The same file can be chosen again.
      if (input.current) input.current.value = ''
    },
    refresh: refreshParcels,
  })
  const isTooLarge = file !== null && file.size > maxBytes
  return (
    <ActionDialog
      title="Import tracking numbers and deliveries"
      submitLabel="Import"
      action={action}
      isReady={file !== null && !isTooLarge && !action.data}
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
        ref={input}
        id={fieldId}
        type="file"
        accept=".csv,text/csv"
        disabled={action.isPending || Boolean(action.data)}
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
      {isTooLarge && <Alert type="error" showIcon role="alert" title="The file is larger than 1 MB." />}
      {action.data === null && file === null && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title="The file has changed since it was chosen. Please choose it again."
        />
      )}
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
