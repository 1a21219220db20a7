import { useSlot } from '@prankpost/web-kit/storage'
import { Menu, ShoppingBag } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { preloadOn, useOnDemand } from '../components/on-demand.ts'
import { cartSlot, countOf } from '../lib/cart.ts'
import { paths } from '../lib/paths.ts'
import { Logo } from './logo.tsx'

const loadSideMenu = () => import('./side-menu.tsx')

const round =
  'relative grid size-12 place-items-center rounded-full border-[2.5px] border-ink bg-card shadow-hard-sm transition-transform motion-safe:hover:-translate-y-0.5'

/** The top of every screen: logo, link to the cart with its count, menu button. */
export function Header() {
  const count = countOf(useSlot(cartSlot))
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [pathname] = useLocation()
  // Not useEffect, whose first run may come after a click on the button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Back has changed the screen below the menu.
  useLayoutEffect(() => setMenuOpen(false), [pathname])
  const SideMenu = useOnDemand(loadSideMenu, isMenuOpen, setMenuOpen)
  return (
    <header className="sticky top-0 z-30 border-ink border-b-[2.5px] bg-sun">
      <div className="page flex h-16 items-center justify-between gap-3">
        <Logo />
        <div className="flex items-center gap-3">
          <Link
            to={paths.cart}
            aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
            className={round}
          >
            <ShoppingBag className="size-6" strokeWidth={2.5} aria-hidden="true" />
            {count > 0 && (
              <span
                key={count}
                className="absolute -top-2 -right-2 grid h-6 min-w-6 animate-bump place-items-center rounded-full border-2 border-ink bg-pop px-1 font-extrabold text-xs"
              >
                {count}
              </span>
            )}
          </Link>
          <button
            type="button"
            aria-label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            className={round}
            {...preloadOn(loadSideMenu)}
            onClick={() => setMenuOpen(true)}
          >
            <Menu className="size-6" strokeWidth={3} aria-hidden="true" />
          </button>
        </div>
      </div>
      <div className="airmail border-ink border-t-[2.5px]" aria-hidden="true" />
      {SideMenu && <SideMenu open={isMenuOpen} onOpenChange={setMenuOpen} />}
    </header>
  )
}
