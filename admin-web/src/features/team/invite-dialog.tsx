import type { OperatorRole } from '@prankpost/contracts/operator'
import { Radio } from 'antd'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../components/action-dialog.tsx'
import { TextField } from '../../components/text-field.tsx'
import { isEmail } from '../../lib/is-email.ts'
import { roleNames, roles } from '../../lib/roles.ts'
import { invite, refreshTeam } from './api.ts'

/** Invites a colleague by mail. Addresses are unique, so that sending it again cannot invite twice. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OperatorRole>('packer')
  const [wasLeft, setWasLeft] = useState(false)
  const action = useAction({
    act: () => invite({ name: name.trim(), email: email.trim(), role }),
    done: () => ['Invitation Sent', email.trim()],
    onDone: onClose,
    refresh: refreshTeam,
  })
  const isAddress = isEmail(email.trim())
  return (
    <ActionDialog
      title="Invite a colleague"
      submitLabel="Send Invitation"
      action={action}
      isReady={name.trim() !== '' && isAddress}
      unknownOutcome="It is not known whether the invitation was sent. Look for the address in the list."
      onClose={onClose}
    >
      <TextField label="Name" maxLength={100} disabled={action.isPending} value={name} onChange={setName} />
      <TextField
        label="Email"
        mistake={wasLeft && !isAddress ? 'Please enter a valid email address' : ''}
        type="email"
        maxLength={254}
        disabled={action.isPending}
        value={email}
        onBlur={() => setWasLeft(email !== '')}
        onChange={setEmail}
      />
      <Radio.Group
        aria-label="Role"
        vertical
        disabled={action.isPending}
        value={role}
        onChange={({ target }) => setRole(target.value)}
        options={roleNames.map((value) => ({
          value,
          label: (
            <>
              <strong>{roles[value].label}</strong> <span className="hint">{roles[value].about}</span>
            </>
          ),
        }))}
      />
    </ActionDialog>
  )
}
