import { errorText } from '@prankpost/web-kit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Done } from '../../../components/done.tsx'
import { Alert } from '../../../components/failure.tsx'
import { useFocusOnArrival } from '../../../lib/use-focus.ts'
import { stopParcels } from '../api.ts'

/** Stops all parcels to the address, after a question. */
export function StopForm({ code }: { code: string }) {
  const [asks, setAsks] = useState(false)
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => stopParcels(code) })
  return (
    <section aria-labelledby="stop" className="panel mt-6 grid gap-3 p-5">
      <h2 id="stop" className="text-2xl">
        No More Parcels
      </h2>
      {data ? (
        <>
          <Done message={data.message} />
          <p>Parcels that are on their way already may still arrive.</p>
        </>
      ) : (
        <>
          <p>We send nothing to your address any more, whoever orders. Unsent parcels are cancelled.</p>
          {error && <Alert>{errorText(error, 'Please try again.')}</Alert>}
          {asks ? (
            <Question busy={isPending} onYes={() => mutate()} onNo={() => setAsks(false)} />
          ) : (
            <Button variant="loud" wide onClick={() => setAsks(true)}>
              Stop All Parcels
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function Question({ busy, onYes, onNo }: { busy: boolean; onYes: () => void; onNo: () => void }) {
  const ref = useFocusOnArrival<HTMLFieldSetElement>()
  return (
    <fieldset ref={ref} tabIndex={-1} className="grid gap-3">
      <legend className="mb-2 font-extrabold">Stop all parcels to your address, from everybody?</legend>
      <Button variant="danger" wide busy={busy} onClick={onYes}>
        {busy ? 'Stopping...' : 'Yes, Stop All'}
      </Button>
      <Button wide onClick={onNo} disabled={busy}>
        Cancel
      </Button>
    </fieldset>
  )
}
