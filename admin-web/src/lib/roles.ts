import type { OperatorRole } from '@prankpost/contracts/operator'
import type { StatusMap } from '../components/status-badge.tsx'

/** The roles of operators, with what each may do in a few words. */
export const roles: StatusMap<OperatorRole> & Record<OperatorRole, { about: string }> = {
  owner: { label: 'Owner', color: 'purple', about: 'Everything, and the team.' },
  manager: { label: 'Manager', color: 'blue', about: 'Everything but the team.' },
  packer: { label: 'Packer', color: 'green', about: 'Parcels and pranks. Never sees who paid.' },
  support: { label: 'Support', color: 'cyan', about: 'Customers, messages, refunds and cancellations.' },
  viewer: { label: 'Viewer', color: 'default', about: 'Reads orders, plans and figures. Changes nothing.' },
}

export const roleNames = Object.keys(roles) as OperatorRole[]
