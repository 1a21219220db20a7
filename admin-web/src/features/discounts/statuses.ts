import type { Discount } from '@prankpost/contracts/discount'
import type { StatusMap } from '../../components/status-badge.tsx'

/** Whether a code can be used. */
export const discountStatuses = {
  usable: { label: 'Usable', color: 'green' },
  scheduled: { label: 'Scheduled', color: 'blue' },
  usedUp: { label: 'Used up', color: 'red' },
  ended: { label: 'Ended', color: 'default' },
  off: { label: 'Switched off', color: 'default' },
} satisfies StatusMap

export function statusOf(
  { active, startsAt, endsAt, maxUses, uses }: Discount,
  now = new Date(),
): keyof typeof discountStatuses {
  if (!active) return 'off'
  if (endsAt !== null && new Date(endsAt) <= now) return 'ended'
  if (maxUses !== null && uses >= maxUses) return 'usedUp'
  return startsAt !== null && new Date(startsAt) > now ? 'scheduled' : 'usable'
}

/** What a code does, in a few words. */
export function effectOf({ kind, value, appliesTo }: Pick<Discount, 'kind' | 'value' | 'appliesTo'>): string {
  if (kind === 'percent') return `${Number(value)}% off`
  if (kind === 'amount') return `$${value} off`
  if (appliesTo === 'once') return `Each item for $${value}`
  return appliesTo === 'plan' ? `Each month for $${value}` : `Each item, or each month, for $${value}`
}

export const scopeLabels = {
  both: 'Arsenal and plans',
  once: 'Arsenal only',
  plan: 'Plans only',
} satisfies Record<Discount['appliesTo'], string>
