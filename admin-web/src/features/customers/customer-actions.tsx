import type { AdminCustomerDetails } from '@prankpost/contracts/admin-customer'
import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '../../lib/me.ts'
import { useNotifiedAction } from '../../lib/use-notified-action.ts'
import { refreshCustomers, sendLink, signOut, unblock } from './api.ts'
import { BlockDialog } from './block-dialog.tsx'

/** What an operator can do for, or against, a customer. */
export function CustomerActions({ customer }: { customer: AdminCustomerDetails }) {
  const { id, email, emailVerified, blocked } = customer
  const [isBlocking, setIsBlocking] = useState(false)
  const { start, ask, isPending } = useNotifiedAction({ refresh: refreshCustomers })
  if (!useMay('POST /api/admin/customers/:id/block')) return null
  return (
    <p className="customer-actions">
      {!emailVerified && (
        <Button
          disabled={isPending}
          onClick={() => start(() => sendLink(id, 'verify-email'), 'Verification Mail Sent')}
        >
          Verification Mail
        </Button>
      )}
      <Button
        disabled={isPending}
        onClick={() =>
          ask(
            'Send a link to set a new password?',
            `It goes to ${email}. The current password works until then.`,
            'Send Link',
            () => sendLink(id, 'reset-password'),
            'Password Mail Sent',
          )
        }
      >
        Password Mail
      </Button>
      <Button
        disabled={isPending}
        onClick={() =>
          ask(
            'Sign this customer out everywhere?',
            'All sessions end. The password stays the same.',
            'Sign Out',
            () => signOut(id),
            'Customer Signed Out',
          )
        }
      >
        Sign Out Everywhere
      </Button>
      {blocked ? (
        <Button disabled={isPending} onClick={() => start(() => unblock(id), 'Block Ended')}>
          End Block
        </Button>
      ) : (
        <Button danger disabled={isPending} onClick={() => setIsBlocking(true)}>
          Block
        </Button>
      )}
      {isBlocking && <BlockDialog id={id} onClose={() => setIsBlocking(false)} />}
    </p>
  )
}
