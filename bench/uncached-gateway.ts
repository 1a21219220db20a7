import { freePort, SupervisedProcess } from '@prankpost/local-stack'
import type { Stack } from '@prankpost/test-harness'

/** Starts one more gateway of the stack, which forwards every public read to its service. */
export async function startUncachedGateway({ processes }: Stack) {
  const gateway = processes.find(({ spec }) => spec.name === 'gateway')
  if (gateway === undefined) throw new Error('The stack has no gateway.')
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const uncached = new SupervisedProcess(
    {
      ...gateway.spec,
      name: 'gateway-uncached',
      logFile: gateway.spec.logFile.replace(/[^/]+$/, 'gateway-uncached.log'),
      env: { ...gateway.spec.env, PORT: String(port), PUBLIC_READ_MAX_AGE_MS: '0' },
      isReady: () =>
        fetch(`${baseUrl}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
    },
    { restart: false },
  )
  uncached.start()
  await uncached.ready()
  return { baseUrl, stop: () => uncached.stop() }
}
