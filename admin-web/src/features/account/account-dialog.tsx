import { formatDateTime } from '@prankpost/web-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Tag } from 'antd'
import { useState } from 'react'
import { Failure, Waiting } from '../../components/error-state.tsx'
import { meKey, useMe } from '../../lib/me.ts'
import { useNotify } from '../../lib/notify.ts'
import { roles } from '../../lib/roles.ts'
import { endSession } from '../../lib/session.ts'
import { sessionsQuery, signOutEverywhere } from './api.ts'
import { browserName } from './browser-name.ts'
import { TotpSetup } from './totp-setup.tsx'
import './account.css'

/** The own account: role, one-time codes and sessions. */
export default function AccountDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const queryClient = useQueryClient()
  const [isSettingUp, setIsSettingUp] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const isClosable = !(isSettingUp && isConfirming)
  return (
    <Modal
      open
      width={520}
      className="account"
      title="Your account"
      footer={null}
      closable={isClosable}
      keyboard={isClosable}
      mask={{ closable: isClosable }}
      onCancel={onClose}
    >
      <p>
        <strong>{me.name}</strong> <span className="hint">{me.email}</span>
      </p>
      <p className="hint">
        {roles[me.role].label}: {roles[me.role].about}
      </p>
      {isSettingUp ? (
        <TotpSetup
          onConfirming={setIsConfirming}
          onDone={() => {
            setIsSettingUp(false)
            void queryClient.invalidateQueries({ queryKey: meKey })
          }}
        />
      ) : (
        <>
          <h3>One-time codes</h3>
          <p>
            {me.hasTotp ? (
              'On. The owner can reset them if you lose your phone and your recovery codes.'
            ) : (
              <Button onClick={() => setIsSettingUp(true)}>Set Up One-time Codes</Button>
            )}
          </p>
          <h3>Sessions</h3>
          <Sessions />
        </>
      )}
    </Modal>
  )
}

function Sessions() {
  const query = useQuery(sessionsQuery)
  const notify = useNotify()
  const end = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => {
      endSession()
      notify.success('Signed Out Everywhere')
    },
  })
  const sessions = query.data
  if (sessions === undefined) return <Waiting for={query} failed="The sessions could not be loaded." />
  return (
    <>
      <ul className="account-sessions">
        {sessions.map(({ id, isCurrent, startedAt, lastSeenAt, address, browser }) => (
          <li key={id}>
            {formatDateTime(startedAt)} from {address} {isCurrent && <Tag color="green">This one</Tag>}
            <p className="hint">
              {browserName(browser)}, last used {formatDateTime(lastSeenAt)}
            </p>
          </li>
        ))}
      </ul>
      {end.error && <Failure error={end.error} failed="Please try again." />}
      <Button danger loading={end.isPending} onClick={() => end.mutate()}>
        Sign Out Everywhere
      </Button>
    </>
  )
}
