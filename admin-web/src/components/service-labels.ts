import type { ServiceName } from '@prankpost/contracts/services'
import type { StatusMap } from './status-badge.tsx'

/** The services as headings and filters show them: `subscription-logs` as "Subscription Logs". */
export function serviceLabels<S extends ServiceName>(
  services: readonly S[],
  labels: Partial<Record<ServiceName, string>>,
) {
  const entries = services.map((name) => {
    const title = name.replace(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase())
    return [name, { label: labels[name] ?? title, color: 'default' }]
  })
  return Object.fromEntries(entries) as StatusMap<S>
}
