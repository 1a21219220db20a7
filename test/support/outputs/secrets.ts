import type { Stack } from '@prankpost/test-harness'
import type { Canaries } from './scanner.ts'

/** The lines of a PEM key that contain the key itself. */
const linesOf = (name: string, pem: string): Canaries =>
  Object.fromEntries(
    pem
      .split('\n')
      .filter((line) => line.length > 20 && !line.startsWith('-----'))
      .map((line, n) => [`${name}, line ${n + 1}`, line]),
  )

/** The secrets that a stack was started with, and those that only its processes know. */
export function secretsOf({ secrets, processes }: Stack): Canaries {
  const { SESSION_PRIVATE_KEY, SESSION_PUBLIC_KEY: _public, SERVICE_KEYS, ...shared } = secrets
  const serviceKeys = Object.entries(SERVICE_KEYS).map(([service, { privateKey }]) =>
    linesOf(`key of ${service}`, privateKey),
  )
  const brokerPasswords = processes.flatMap(({ spec: { name, env } }) => {
    const { password } = new URL(env.AMQP_URL ?? 'amqp://none')
    return password.length < 8 ? [] : [[`broker password of ${name}`, decodeURIComponent(password)] as const]
  })
  return Object.assign(
    { ...shared, ...Object.fromEntries(brokerPasswords) },
    linesOf('SESSION_PRIVATE_KEY', SESSION_PRIVATE_KEY),
    ...serviceKeys,
  )
}
