import { Link } from 'react-router-dom'
import { EmptyState } from '../components/empty-state.tsx'

/** What stands at every address that the admin does not have. */
export function NotFoundPage() {
  return (
    <main>
      <EmptyState title="404 Page Not Found" action={<Link to="/">Go to the dashboard</Link>} />
    </main>
  )
}
