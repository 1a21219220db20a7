import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ProcessSpec, StackError } from '@prankpost/local-stack'
import { type Stack, startStack } from './stack.ts'

const addressVariable = 'PRANKPOST_TEST_STACK_URL'
const muchMore = '1000000000'

/** The part of a shared stack that test files may use. They create their own customers and stop none of its processes. */
export type SharedStack = Pick<
  Stack,
  | 'baseUrl'
  | 'sandboxUrl'
  | 'mailUrl'
  | 'mongodbUri'
  | 'amqpUrl'
  | 'databasePrefix'
  | 'queuePrefix'
  | 'adminPassword'
  | 'secrets'
> & { processes: { spec: ProcessSpec }[] }

/**
 * The stack that all files of a test run share: all services, no rate limits by address, and payment sweeps every 3 s. It
 * starts when the first file requests it.
 */
export async function sharedStack(): Promise<SharedStack> {
  const address = process.env[addressVariable]
  if (!address) throw new StackError(`${addressVariable} is not set: the test run's global set-up sets it.`)
  const response = await fetch(address)
  if (!response.ok) throw new StackError(`The shared stack did not start: ${await response.text()}`)
  return (await response.json()) as SharedStack
}

/** Lets test files request the shared stack until the returned function stops it. For the global set-up of a run. */
export async function offerSharedStack(): Promise<() => Promise<void>> {
  let started: Promise<Stack> | undefined
  const server = createServer(async (_req, res) => {
    started ??= startStack({
      env: {
        gateway: { TRUST_PROXY: '1' },
        auth: { REGISTRATION_LIMIT: muchMore },
        support: { CONTACT_FORM_LIMIT: muchMore },
        payment: { SESSION_SWEEP_AFTER_MS: '3000' },
      },
    })
    try {
      const { processes, ...stack } = await started
      res.end(JSON.stringify({ ...stack, processes: processes.map(({ spec }) => ({ spec })) }))
    } catch (error) {
      res.writeHead(500).end(error instanceof Error ? error.stack : String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[addressVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.close()
    await started?.then((stack) => stack.stop()).catch(() => undefined)
  }
}
