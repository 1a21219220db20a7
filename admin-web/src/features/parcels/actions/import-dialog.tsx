import type { ImportAnswer } from '@prankpost/contracts/parcel'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useId, useState } from 'react'
import { ActionDialog } from '../../../components/action-dialog.tsx'
import { importTracking, refreshParcels } from '../api.ts'

const maxBytes = 1_000_000

/** Imports tracking numbers and delivery reports from a CSV file, and shows what became of each line. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const fieldId = useId()
  const queryClient = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => importTracking((await file?.text()) ?? ''),
    onSettled: () => void refreshParcels(queryClient),
  })
  const isTooLarge = file !== null && file.size > maxBytes
  return (
    <ActionDialog
      title="Import tracking numbers and deliveries"
      submitLabel="Import"
      isPending={isPending}
      isReady={file !== null && !isTooLarge && data === undefined}
      error={error}
      unknownOutcome="It is not known which lines were imported. Import the file again: nothing is done twice."
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>
        A CSV file with a header. Columns: <code>reference</code>, and <code>tracking_number</code> (with{' '}
        <code>carrier</code>) or <code>delivered_at</code>.
      </p>
      <label htmlFor={fieldId}>
        <strong>CSV file</strong>
      </label>
      <input
        id={fieldId}
        type="file"
        accept=".csv,text/csv"
        disabled={isPending || data !== undefined}
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
      {isTooLarge && <Alert type="error" showIcon role="alert" title="The file is larger than 1 MB." />}
      {data && <Results results={data.results} />}
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
