import type { StopScope } from '@prankpost/contracts/case'
import { errorText } from '@prankpost/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceList } from '../../../components/choice-list.tsx'
import { Done } from '../../../components/done.tsx'
import { Alert } from '../../../components/failure.tsx'
import { useFocusOnArrival } from '../../../lib/use-focus.ts'
import { stopParcels } from '../api.ts'

/** Stops all parcels to the address, after a question: for an address with a unit, whether to the house, too. */
export function StopForm({ code, hasUnit }: { code: string; hasUnit: boolean }) {
  const [asks, setAsks] = useState(false)
  const [scope, setScope] = useState<StopScope>('unit')
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => stopParcels(code, scope) })
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
            <Question busy={isPending} onYes={() => mutate()} onNo={() => setAsks(false)}>
              {hasUnit && (
                <ChoiceList
                  legend="The address on this parcel has a unit."
                  name="scope"
                  choices={scopes}
                  value={scope}
                  onChange={setScope}
                  disabled={isPending}
                />
              )}
            </Question>
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

const scopes = [
  {
    value: 'unit' as const,
    label: 'Only this unit',
    detail: 'For an apartment. Your neighbors may still get parcels.',
  },
  {
    value: 'house' as const,
    label: 'The whole house',
    detail: 'For a house without units: the sender may have invented one.',
  },
]

interface QuestionProps {
  busy: boolean
  onYes: () => void
  onNo: () => void
  children: ReactNode
}

function Question({ busy, onYes, onNo, children }: QuestionProps) {
  const ref = useFocusOnArrival<HTMLFieldSetElement>()
  return (
    <fieldset ref={ref} tabIndex={-1} className="grid gap-3">
      <legend className="mb-2 font-extrabold">Stop all parcels to your address, from everybody?</legend>
      {children}
      <Button variant="danger" wide busy={busy} onClick={onYes}>
        {busy ? 'Stopping...' : 'Yes, Stop All'}
      </Button>
      <Button wide onClick={onNo} disabled={busy}>
        Cancel
      </Button>
    </fieldset>
  )
}
