import { createPrivateKey, hkdfSync } from 'node:crypto'
import type { MailLinkPurpose } from '@prankpost/contracts'
import jsonwebtoken from 'jsonwebtoken'
import { z } from 'zod'
import type { Account } from './user.model.ts'

/** Links in mails, of which nothing is stored: who asks for the same one twice gets the same. */
export interface MailLinks {
  make(purpose: MailLinkPurpose, account: Account, requestedAt: Date): { url: string; expiresAt: Date }
  /** Whom a token claims to be for; nothing is checked yet. Null when it is no token at all. */
  claimedUser(token: string): string | null
  /** Whether the token was made for that purpose and account as it is now, and has not run out. */
  holds(token: string, purpose: MailLinkPurpose, account: Account): boolean
}

const claims = z.object({ sub: z.string(), purpose: z.string() })

const secondsToLive: Record<MailLinkPurpose, number> = {
  'verify-email': 7 * 24 * 60 * 60,
  'reset-password': 60 * 60,
}

/**
 * Makes and checks links by tokens (JWT, HS256) whose secrets are derived (HKDF, RFC 5869) from the key that
 * sessions are signed with: one for each purpose and state of an account. A link to set a new password is
 * bound to the present one, so that it is void once it was used; a link to verify is bound to the address. While an
 * address is not verified, a link to set a password is bound to that instead: whoever registered the address cannot make
 * its owner's link void by changing the password.
 * The token is the URL's fragment, which browsers send to no server and to no other page.
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
      const exp = iat + secondsToLive[purpose]
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
    holds(token, purpose, account) {
      try {
        const said = claims.parse(
          jsonwebtoken.verify(token, secretFor(purpose, account), { algorithms: ['HS256'] }),
        )
        return said.sub === account._id && said.purpose === purpose
      } catch {
        return false
      }
    },
  }
}
