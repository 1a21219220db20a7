import { closedMessage, isClosed } from '@prankpost/contracts/closure'
import type { AdminSettings } from '@prankpost/contracts/shop'
import { App, Button } from 'antd'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TextField } from '../../components/text-field.tsx'
import { isoTime, localTime } from '../../lib/local-time.ts'
import { SettingsCard } from './settings-card.tsx'
import { useFields } from './settings-cards.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const states = { open: { label: 'Open', color: 'green' }, closed: { label: 'Closed', color: 'red' } }

/** Closes the shop until a date, and opens it again. */
export function ClosureCard({ settings, form }: { settings: AdminSettings; form: SettingsForm }) {
  const { isDisabled, textIn, onType } = useFields({ settings, form })
  const { modal } = App.useApp()
  const now = new Date()
  const closure = isClosed(settings, now) ? settings : null
  // A closure that is over is not shown.
  const local = form.typed('closedUntil') ?? localTime(closure?.closedUntil ?? null)
  const reason = form.typed('closedReason') ?? (closure ? textIn('closedReason') : '')
  const closedUntil = isoTime(local)
  const isPast = closedUntil !== null && new Date(closedUntil) <= now
  const wanted = { closedUntil, closedReason: reason.trim() || null }
  const isNew =
    local !== localTime(closure?.closedUntil ?? null) ||
    wanted.closedReason !== (closure?.closedReason ?? null)

  const close = () => {
    if (closedUntil === null) return
    const message = closedMessage({ closedUntil, closedReason: wanted.closedReason })
    modal.confirm({
      title: closure ? 'Change the closure?' : 'Close the shop?',
      content: `Nothing can be bought until then. Open payment pages and renewals of plans go on. The store says: ${message}`,
      okText: closure ? 'Change Closure' : 'Close Shop',
      okButtonProps: { danger: true },
      onOk: () => form.save(wanted, settings.revision, message),
    })
  }
  const open = () =>
    form.save({ closedUntil: null, closedReason: null }, settings.revision, 'The shop is open.')
  return (
    <SettingsCard
      title="Shop"
      about={
        <>
          <StatusBadge statuses={states} value={closure ? 'closed' : 'open'} />{' '}
          {closure ? closedMessage(closure) : 'Customers can buy.'} It opens by itself at the date.
        </>
      }
      names={['closedUntil', 'closedReason']}
      form={form}
      isReady={closedUntil !== null && !isPast && isNew}
      submitLabel={closure ? 'Change Closure' : 'Close Shop'}
      actions={
        closure && (
          <Button disabled={isDisabled} onClick={open}>
            Open Shop Now
          </Button>
        )
      }
      onSave={close}
    >
      <div className="settings-fields">
        <TextField
          label="Closed until"
          mistake={
            isPast ? 'It must be in the future.' : local !== '' && closedUntil === null ? 'Enter a date.' : ''
          }
          type="datetime-local"
          disabled={isDisabled}
          value={local}
          onChange={onType('closedUntil')}
        />
        <TextField
          label="Reason, for customers (optional)"
          maxLength={200}
          disabled={isDisabled}
          value={reason}
          onChange={onType('closedReason')}
        />
      </div>
    </SettingsCard>
  )
}
