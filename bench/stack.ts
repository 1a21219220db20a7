import { type Stack, startStack } from '@prankpost/test-harness'

/** Starts a stack for the bench: with high limits, and without a log line for each call. */
export function startBenchStack(replicas = 1): Promise<Stack> {
  return startStack({
    ownMongo: true,
    ownBroker: true,
    replicas,
    env: {
      all: { LOG_LEVEL: 'warn' },
      auth: { REGISTRATION_LIMIT: '1000000' },
    },
  })
}
