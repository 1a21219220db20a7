import { createPrivateKey, hkdfSync } from 'node:crypto'
import type { MailLinkPurpose } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import { z } from 'zod'
import type { Account } from './user.model.ts'

/** Links in mails. Nothing of a link is stored: the same request gives the same link. */
export interface MailLinks {
  make(purpose: MailLinkPurpose, account: Account, requestedAt: Date): { url: string; expiresAt: Date }
  /** The user that a token names, not verified yet. Null when it is not a token. */
  claimedUser(token: string): string | null
  /** Whether the token was made for this purpose and the present state of the account, and has not expired. */
  isValid(token: string, purpose: MailLinkPurpose, account: Account): boolean
}

const claims = z.object({ sub: z.string(), purpose: z.string() })

const ttlSeconds: Record<MailLinkPurpose, number> = {
  'verify-email': 7 * 24 * 60 * 60,
  'reset-password': 60 * 60,
}

/**
 * Creates and checks links with tokens (JWT, HS256) whose secrets are derived (HKDF, RFC 5869) from the key that signs
 * sessions: one secret for each purpose and state of an account. A link to set a new password is bound to the present
 * hash, so using it makes it void; a link to verify an address is bound to the address. While an address is not
 * verified, a link to set a password is bound to that fact instead of the hash: the person who registered the address
 * cannot void the link of its owner by changing the password.
 * The token is in the URL fragment, which browsers do not send to any server or other page.
 */
export function createMailLinks({
  privateKey,
  publicUrl,
}: {
  privateKey: string
  publicUrl: string
}): MailLinks {
  const root = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })

  const secretFor = (purpose: MailLinkPurpose, account: Account) => {
    const { _id, email, emailVerifiedAt, passwordHash } = account
    const password = emailVerifiedAt == null ? 'not verified' : passwordHash
    const state = purpose === 'reset-password' ? password : email
    const info = JSON.stringify(['prankpost mail link', purpose, _id, state])
    return Buffer.from(hkdfSync('sha256', root, '', info, 32))
  }

  return {
    make(purpose, account, requestedAt) {
      const iat = Math.floor(requestedAt.getTime() / 1_000)
      const exp = iat + ttlSeconds[purpose]
      const payload = { sub: account._id, purpose, iat, exp }
      const token = jsonwebtoken.sign(payload, secretFor(purpose, account), { algorithm: 'HS256' })
      return { url: `${publicUrl}/${purpose}#token=${token}`, expiresAt: new Date(exp * 1_000) }
    },
    claimedUser(token) {
      try {
        return claims.parse(jsonwebtoken.decode(token)).sub
      } catch {
        return null
      }
    },
    isValid(token, purpose, account) {
      try {
        const verified = claims.parse(
          jsonwebtoken.verify(token, secretFor(purpose, account), { algorithms: ['HS256'] }),
        )
        return verified.sub === account._id && verified.purpose === purpose
      } catch {
        return false
      }
    },
  }
}
