import { Link } from 'react-router-dom'
import { EmptyState } from '../components/empty-state.tsx'

/** The page for unknown addresses. */
export function NotFoundPage() {
  return (
    <main>
      <EmptyState title="404 Page Not Found" action={<Link to="/">Go to the dashboard</Link>} />
    </main>
  )
}
