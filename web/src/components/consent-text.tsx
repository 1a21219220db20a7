import { Link } from 'wouter'
import { paths } from '../lib/paths.ts'

const pages: Record<string, string> = { 'Terms of Service': paths.terms, 'Privacy Policy': paths.privacy }
const names = /(Terms of Service|Privacy Policy)/

/**
 * What a customer agrees to, word for word as it is stored, with links to the pages that it names. They open in a new tab,
 * so that a form or a cart stays as it is.
 */
export function ConsentText({ wording }: { wording: string }) {
  return wording.split(names).map((part) => {
    const page = pages[part]
    return page ? (
      <Link
        key={part}
        to={page}
        target="_blank"
        className="text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep"
      >
        {part}
      </Link>
    ) : (
      part
    )
  })
}
