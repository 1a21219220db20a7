import type { ShopSettings } from '@prankpost/contracts/shop'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Failure } from '../../components/error-state.tsx'
import { isConflict } from '../../lib/admin-call.ts'
import { useMay } from '../../lib/me.ts'
import type { SettingsForm } from './use-settings-form.ts'

interface SettingsCardProps {
  title: string
  /** What the settings do. */
  about: ReactNode
  /** The settings of this card. */
  names: (keyof ShopSettings)[]
  form: SettingsForm
  isReady: boolean
  submitLabel: string
  /** Further buttons. */
  actions?: ReactNode
  onSave: () => void
  children: ReactNode
}

/** A card with some of the settings, and what went wrong when they were saved. Without permission it has no buttons. */
export function SettingsCard(props: SettingsCardProps) {
  const { title, about, names, form, isReady, submitLabel, actions, onSave, children } = props
  const id = useId()
  const mayChange = useMay('PATCH /api/admin/settings')
  const { isPending, error, variables } = form.saving
  const isOwn = variables?.names.some((name) => names.includes(name)) === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isPending) onSave()
  }
  return (
    <form className="card" aria-labelledby={id} onSubmit={submit}>
      <header className="card-head">
        <h2 id={id}>{title}</h2>
        {mayChange && (
          <span className="card-actions">
            {actions}
            <Button type="primary" htmlType="submit" disabled={!isReady} loading={isPending && isOwn}>
              {submitLabel}
            </Button>
          </span>
        )}
      </header>
      <p className="hint">{about}</p>
      {children}
      {isOwn && error && (
        <Failure
          error={error}
          failed="The settings could not be saved. Please try again."
          unknownOutcome="It is not known whether they were saved. Save them again."
          action={
            isConflict(error) && (
              <Button size="small" onClick={form.reload}>
                Reload
              </Button>
            )
          }
        />
      )}
    </form>
  )
}
