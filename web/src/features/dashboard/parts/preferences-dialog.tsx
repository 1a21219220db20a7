import type { DrawPreferences } from '@prankpost/contracts/subscription'
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { pranksQuery } from '../../../lib/pranks.ts'
import { contactsQuery } from '../../../lib/targets.ts'
import { toast } from '../../../lib/toasts.ts'
import { drawQuery, preferencesQuery, savePreferences } from '../draw.ts'

/** The dialog to choose which pranks and targets are never drawn for a plan. It stays open while they are being saved. */
export default function PreferencesDialog({ open, onOpenChange, planId }: OpenState & { planId: string }) {
  const isSaving = useIsMutating({ mutationKey: preferencesQuery(planId).queryKey }) > 0
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isSaving && onOpenChange(next)}
      title="Never Send"
      description="What you check is left out of every draw. Pranks that are not sent yet are drawn again."
    >
      <Preferences planId={planId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface ContentProps {
  planId: string
  onDone: () => void
}

function Preferences({ planId, onDone }: ContentProps) {
  const pranks = useQuery(pranksQuery)
  const contacts = useQuery(contactsQuery)
  const saved = useQuery(preferencesQuery(planId))
  const queries = [saved, pranks, contacts]
  const waiting = queries.find(({ data }) => data === undefined) ?? saved
  const isComplete = queries.every(({ data }) => data !== undefined)
  const query = {
    data:
      isComplete && saved.data && pranks.data && contacts.data
        ? { saved: saved.data, pranks: pranks.data, targets: contacts.data }
        : undefined,
    error: queries.find(({ error }) => error)?.error,
    failureCount: waiting.failureCount,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => queries.filter(({ error }) => error).map(({ refetch }) => refetch()),
  }
  return (
    <Reading
      query={query}
      failed="Your preferences could not be loaded. Please try again."
      skeleton={<SkeletonBlock className="h-96" />}
    >
      {(lists) => <PreferencesForm planId={planId} onDone={onDone} {...lists} />}
    </Reading>
  )
}

interface FormProps extends ContentProps {
  saved: DrawPreferences
  pranks: { id: string; name: string }[]
  targets: { id: string; name: string; city: string; state: string }[]
}

function PreferencesForm({ planId, onDone, saved, pranks, targets }: FormProps) {
  const queryClient = useQueryClient()
  const [prankIds, setPrankIds] = useState(saved.excludedPrankIds)
  const [contactIds, setContactIds] = useState(saved.excludedContactIds)
  const { mutate, isPending, error } = useMutation({
    mutationKey: preferencesQuery(planId).queryKey,
    mutationFn: () => savePreferences(planId, { excludedPrankIds: prankIds, excludedContactIds: contactIds }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: drawQuery(planId).queryKey })
      toast({ title: 'Preferences Saved', description: 'Every draw respects them.' })
      onDone()
    },
  })
  return (
    <div className="grid gap-5">
      <Checks
        legend="Never send these pranks"
        options={pranks.map(({ id, name }) => ({ id, label: name }))}
        checked={prankIds}
        onChange={setPrankIds}
        none="There are no pranks on sale at the moment."
      />
      <Checks
        legend="Never send to these targets"
        options={targets.map(({ id, name, city, state }) => ({ id, label: `${name} in ${city}, ${state}` }))}
        checked={contactIds}
        onChange={setContactIds}
        none="You have no targets yet."
      />
      {error && <Failure error={error} fallback="Your preferences could not be saved. Please try again." />}
      <div className="actions">
        <Button onClick={onDone} disabled={isPending}>
          Back
        </Button>
        <Button variant="primary" busy={isPending} onClick={() => mutate()}>
          {isPending ? 'Saving...' : 'Save Preferences'}
        </Button>
      </div>
    </div>
  )
}

interface ChecksProps {
  legend: string
  options: { id: string; label: string }[]
  checked: string[]
  onChange: (ids: string[]) => void
  /** Shown when there is nothing to check. */
  none: string
}

function Checks({ legend, options, checked, onChange, none }: ChecksProps) {
  const change = (id: string, isChecked: boolean) =>
    onChange(isChecked ? [...checked, id] : checked.filter((one) => one !== id))
  return (
    <fieldset>
      <legend className="font-extrabold text-lg">{legend}</legend>
      {options.length === 0 && <p className="text-ink-soft">{none}</p>}
      {options.map(({ id, label }) => (
        <label
          key={id}
          className="flex min-h-11 cursor-pointer items-center gap-3 border-ink/15 border-b-2 border-dashed"
        >
          <input
            type="checkbox"
            className="size-6 shrink-0 accent-grape"
            checked={checked.includes(id)}
            onChange={({ target }) => change(id, target.checked)}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
