import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useRoute } from 'wouter'
import { ClosedBanner } from '../components/closed-notes.tsx'
import { preload, useOnDemand } from '../components/on-demand.ts'
import { promptSignIn, useAuthPrompt } from '../lib/auth-prompt.ts'
import { parkedTextSlot } from '../lib/cart.ts'
import { note } from '../lib/funnel.ts'
import { localTargetsSlot } from '../lib/local-targets.ts'
import { useOnReturn } from '../lib/on-return.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { showKeptToast } from '../lib/toasts.ts'
import { keepEarlyClicks } from './early-clicks.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageBoundary } from './page-boundary.tsx'

const loadAuthDialog = () => import('../components/auth-dialog.tsx')

/** The frame of every screen: header, the screen itself, footer, and the sign-in dialog. */
export function Layout({ children }: { children: ReactNode }) {
  const [pathname] = useLocation()
  const main = useRef<HTMLElement>(null)
  // Its buttons have just replaced those of the first paint.
  useLayoutEffect(keepEarlyClicks, [])
  const prompt = useAuthPrompt()
  const AuthDialog = useOnDemand(loadAuthDialog, prompt !== null, promptSignIn)
  useGuestTargets()
  useParkedCart(pathname)
  useEffect(showKeptToast, [])
  useFreshStart(pathname, main)
  useVisit()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="button sr-only bg-sun focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
      >
        Skip to content
      </a>
      <Header />
      <ClosedBanner />
      {/* At least as high as the window, so that the footer does not move when a screen replaces its skeleton. */}
      <main id="main" ref={main} tabIndex={-1} className="min-h-[calc(100dvh-5rem)] flex-1 scroll-mt-20">
        <PageBoundary key={pathname}>{children}</PageBoundary>
      </main>
      <Footer />
      {AuthDialog && <AuthDialog prompt={prompt} onOpenChange={promptSignIn} />}
    </div>
  )
}

/** Reports the visit once. A recipient who opens the page of a slip visits no shop. */
function useVisit() {
  const [isSlip] = useRoute(paths.slip)
  useEffect(() => {
    if (!isSlip) note('visit')
  }, [isSlip])
}

/** After a change of screen, scrolls to its top and moves the focus into it, as a full page load would. */
function useFreshStart(pathname: string, main: { current: HTMLElement | null }) {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    globalThis.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}

/** Moves targets stored in this browser to the address book once a customer is signed in. */
function useGuestTargets() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const userId = user?.id
  useEffect(() => {
    if (!userId || localTargetsSlot.get().length === 0) return
    // If the code cannot be loaded, they stay in this browser until the next visit.
    preload(async () => (await import('../lib/guest-targets.ts')).moveGuestTargets(queryClient))
  }, [userId, queryClient])
}

/** Settles the payment that the customer is back from. /success does it itself, and pages that show the cart have done it. */
function useParkedCart(pathname: string) {
  const settle = useCallback(() => {
    if (pathname === paths.success || !parkedTextSlot.get()) return
    // If the code cannot be loaded, the cart stays parked until the next page.
    preload(async () => (await import('../lib/last-payment.ts')).settlePayment())
  }, [pathname])
  useEffect(settle, [settle])
  useOnReturn(settle)
}
