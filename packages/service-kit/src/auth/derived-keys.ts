import { createPrivateKey, hkdfSync } from 'node:crypto'

/**
 * Derives keys of 32 bytes from a private key (PEM, PKCS#8), one for each purpose, by HKDF with SHA-256: a copy of the database
 * alone confirms no guess of what was digested with them.
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function createDerivedKeys(privateKey: string): (purpose: string) => Buffer {
  const root = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })
  return (purpose) => Buffer.from(hkdfSync('sha256', root, '', purpose, 32))
}
