import { productName } from '@prankpost/contracts/constants'
import { Link } from 'wouter'
import { paths } from '../lib/paths.ts'

const links = [
  { to: paths.support, label: 'Support' },
  { to: paths.anonymity, label: 'Anonymity' },
  { to: paths.fairDraw, label: 'Fair Draw' },
  { to: paths.doNotPrank, label: 'Do-Not-Prank List' },
  { to: paths.privacy, label: 'Privacy Policy' },
  { to: paths.terms, label: 'Terms of Service' },
]

/** The bottom of every screen. */
export function Footer() {
  return (
    <footer className="mt-16 bg-ink text-paper">
      <div className="airmail" aria-hidden="true" />
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6">
        <p className="font-display text-2xl">{productName}</p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 font-bold">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:underline focus-visible:outline-sun"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
