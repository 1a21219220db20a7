import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../../lib/paths.ts'

/** The place of the prank in the store. */
export function Breadcrumb({ name }: { name: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex items-center gap-1.5 font-extrabold text-sm">
        <li>
          <Link
            to={paths.home}
            className="tap inline-flex min-h-8 items-center text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep"
          >
            Home
          </Link>
        </li>
        <li className="flex min-w-0 items-center gap-1.5">
          <ChevronRight className="size-4 shrink-0 text-ink-soft" strokeWidth={3} aria-hidden="true" />
          <span aria-current="page" className="truncate text-ink-soft">
            {name}
          </span>
        </li>
      </ol>
    </nav>
  )
}
