import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { productName } from '@prankpost/contracts'
import { createDerivedKeys } from '@prankpost/service-kit'
import { Secret, TOTP } from 'otpauth'

/** One-time codes (RFC 6238: six digits, 30 seconds) and recovery codes. */
export interface Totps {
  /** A new secret: as text, for an app (`uri`), and encrypted for the database. */
  create(email: string): { secret: string; uri: string; encrypted: string }
  /**
   * The time step of a code, which may be one step early or late; null when the code is wrong, or the secret was encrypted with
   * another key.
   */
  stepOf(encrypted: string, code: string): number | null
  /** Ten new recovery codes, and the digests to store. */
  createRecoveryCodes(): { codes: string[]; digests: string[] }
  /** The digest of a recovery code as it was typed. */
  digestOf(recoveryCode: string): string
}

const periodSeconds = 30
const recoveryCodeCount = 10
const ivBytes = 12
const tagBytes = 16

/**
 * Secrets are encrypted (AES-256-GCM) with a key derived from the key that signs sessions: a copy of the database alone
 * does not reveal them.
 */
export function createTotps(privateKey: string): Totps {
  const key = createDerivedKeys(privateKey)('prankpost operator totp')

  const encrypt = (text: string) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64')
  }
  const decrypt = (text: string) => {
    const bytes = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    const begin = decipher.update(bytes.subarray(ivBytes + tagBytes))
    try {
      return Buffer.concat([begin, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
  const digestOf = (code: string) =>
    createHash('sha256')
      .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
      .digest('base64url')

  return {
    create(email) {
      const secret = new Secret({ size: 20 })
      const totp = new TOTP({ issuer: productName, label: email, secret, period: periodSeconds })
      return { secret: secret.base32, uri: totp.toString(), encrypted: encrypt(secret.base32) }
    },
    stepOf(encrypted, code) {
      if (!/^\d{6}$/.test(code)) return null
      const secret = decrypt(encrypted)
      if (secret === null) return null
      const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds })
      const timestamp = Date.now()
      const delta = totp.validate({ token: code, timestamp, window: 1 })
      return delta === null ? null : totp.counter({ timestamp }) + delta
    },
    createRecoveryCodes() {
      // 16 letters of base32 are 80 bits: too many to guess, so that a plain digest is enough.
      const codes = Array.from({ length: recoveryCodeCount }, () =>
        new Secret({ size: 10 }).base32.replace(/(.{4})(?=.)/g, '$1-'),
      )
      return { codes, digests: codes.map(digestOf) }
    },
    digestOf,
  }
}
