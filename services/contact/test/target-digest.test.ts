import { createHmac, createPrivateKey, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTargetDigest } from '../src/target-digest.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const digestOf = createTargetDigest(pem)
const target = {
  ownerId: 'o1',
  name: 'Gerald',
  address: '1 Path',
  city: 'Bend',
  state: 'OR',
  zipCode: '97701',
}

/** The digest as computed before addresses had a second line. */
function earlierDigest(): string {
  const root = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  const key = Buffer.from(hkdfSync('sha256', root, '', 'prankpost target digest', 32))
  const parts = ['o1', 'gerald', '1path', 'bend', 'or', '97701']
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}

test.each([[undefined], [null], [''], [' # ']])(
  'when line 2 is %j then the digest is the one of earlier versions',
  (address2) => {
    expect(digestOf({ ...target, ...(address2 !== undefined && { address2 }) })).toBe(earlierDigest())
  },
)

test('when line 2 differs then the target is another one; case and punctuation are ignored', () => {
  const withLine = (address2: string) => digestOf({ ...target, address2 })
  expect(new Set([earlierDigest(), withLine('Apt 1'), withLine('Apt 2')]).size).toBe(3)
  expect(withLine('APT. 1')).toBe(withLine('apt 1'))
})
