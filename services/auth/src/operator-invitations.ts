import type { LinkTokens } from './link-tokens.ts'
import type { Operator } from './operator.model.ts'

/** The links of invitations. A link is void once a later one is sent, or a password was set with it. */
export interface OperatorInvitations {
  /** The link of the operator's open invitation; null when none is open, or when it has expired. */
  make(operator: Pick<Operator, '_id' | 'invitedAt'>): string | null
  isValid(token: string, operator: Pick<Operator, '_id' | 'invitedAt'>): boolean
}

const ttlSeconds = 7 * 24 * 60 * 60

/** Creates and checks the links of invitations. */
export function createOperatorInvitations(tokens: LinkTokens, publicUrl: string): OperatorInvitations {
  const boundTo = (subject: string, invitedAt: Date) => {
    return { subject, purpose: 'operator-invitation', state: invitedAt.toISOString() }
  }
  return {
    make({ _id, invitedAt }) {
      if (invitedAt === null) return null
      const { token, expiresAt } = tokens.make(boundTo(_id, invitedAt), invitedAt, ttlSeconds)
      return expiresAt > new Date() ? `${publicUrl}/admin/invitation#token=${token}` : null
    },
    isValid: (token, { _id, invitedAt }) =>
      invitedAt !== null && tokens.isValid(token, boundTo(_id, invitedAt)),
  }
}
