import type { MailLinkPurpose } from '@prankpost/contracts'
import type { LinkTokens } from './link-tokens.ts'
import type { Account } from './user.model.ts'

/** Links in mails to customers. Nothing of a link is stored: the same request gives the same link. */
export interface MailLinks {
  make(purpose: MailLinkPurpose, account: Account, requestedAt: Date): { url: string; expiresAt: Date }
  /** Whether the token was made for this purpose and the present state of the account, and has not expired. */
  isValid(token: string, purpose: MailLinkPurpose, account: Account): boolean
}

const ttlSeconds: Record<MailLinkPurpose, number> = {
  'verify-email': 7 * 24 * 60 * 60,
  'reset-password': 60 * 60,
}

/**
 * A link to set a new password is bound to the present hash, so using it makes it void; a link to verify an address is
 * bound to the address. While an address is not verified, a link to set a password is bound to that fact instead of the
 * hash: the person who registered the address cannot void the link of its owner by changing the password.
 */
export function createMailLinks(tokens: LinkTokens, publicUrl: string): MailLinks {
  const boundTo = (purpose: MailLinkPurpose, { _id, email, emailVerifiedAt, passwordHash }: Account) => {
    const password = emailVerifiedAt == null ? 'not verified' : passwordHash
    return { subject: _id, purpose, state: purpose === 'reset-password' ? password : email }
  }
  return {
    make(purpose, account, requestedAt) {
      const { token, expiresAt } = tokens.make(boundTo(purpose, account), requestedAt, ttlSeconds[purpose])
      return { url: `${publicUrl}/${purpose}#token=${token}`, expiresAt }
    },
    isValid: (token, purpose, account) => tokens.isValid(token, boundTo(purpose, account)),
  }
}
