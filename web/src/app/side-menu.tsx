import { useSlot } from '@prankpost/web-kit/storage'
import { useQueryClient } from '@tanstack/react-query'
import { LayoutDashboard, LifeBuoy, LogIn, LogOut, type LucideIcon, ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import Dialog, { type OpenState } from '../components/dialog.tsx'
import { promptSignIn } from '../lib/auth-prompt.ts'
import { cartSlot, countOf } from '../lib/cart.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { logOut } from '../lib/sign-out.ts'
import { toast } from '../lib/toasts.ts'

const entry =
  'flex min-h-13 w-full items-center gap-3 rounded-2xl border-2 border-transparent px-3 text-left font-display text-xl hover:border-ink hover:bg-paper-deep'

function Label({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <>
      <Icon className="size-6 shrink-0 text-grape" strokeWidth={2.5} aria-hidden="true" />
      {children}
    </>
  )
}

/** The menu drawer, with the entries for a guest or for a signed-in customer. */
export default function SideMenu({ open, onOpenChange }: OpenState) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const count = countOf(useSlot(cartSlot))
  const close = () => onOpenChange(false)

  const leave = async () => {
    setLeaving(true)
    await logOut(queryClient)
    setLeaving(false)
    close()
    navigate(paths.home)
    toast({ title: 'Logged Out' })
  }
  const signIn = () => {
    close()
    promptSignIn()
  }
  const dashboard = (
    <Link to={paths.dashboard} className={entry} onClick={close}>
      <Label icon={LayoutDashboard}>Dashboard</Label>
    </Link>
  )
  const arsenal = (
    <Link to={paths.cart} className={entry} onClick={close}>
      <Label icon={ShoppingBag}>Arsenal</Label>
      {count > 0 && (
        <span className="ml-auto rounded-full border-2 border-ink bg-pop px-2.5 font-body font-extrabold text-base">
          {count}
        </span>
      )}
    </Link>
  )
  const support = (
    <Link to={paths.support} className={entry} onClick={close}>
      <Label icon={LifeBuoy}>Support</Label>
    </Link>
  )

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Menu" kind="drawer">
      <nav aria-label="Menu" className="grid gap-1">
        {user ? (
          <>
            {dashboard}
            {arsenal}
            {support}
            <button type="button" className={entry} onClick={leave} disabled={isLeaving}>
              <Label icon={LogOut}>Logout</Label>
            </button>
          </>
        ) : (
          <>
            {support}
            {arsenal}
            <button type="button" className={entry} onClick={signIn}>
              <Label icon={LogIn}>Sign In</Label>
            </button>
          </>
        )}
      </nav>
    </Dialog>
  )
}
