import { createHmac, sign } from 'node:crypto'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const soon = () => Math.floor(Date.now() / 1000) + 60

/** A JSON Web Token (RFC 7519) built by hand, so that it can be wrong in every way. */
export function makeToken(claims: object, key: string, alg: 'ES256' | 'HS256' | 'none' = 'ES256'): string {
  const signed = `${part({ alg, typ: 'JWT' })}.${part({ iat: soon() - 60, exp: soon(), ...claims })}`
  if (alg === 'none') return `${signed}.`
  const signature =
    alg === 'HS256'
      ? createHmac('sha256', key).update(signed).digest()
      : sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
