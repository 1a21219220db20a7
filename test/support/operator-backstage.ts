import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EventName, ServiceName } from '@prankpost/contracts'
import type { SharedStack } from '@prankpost/test-harness'
import { connect } from 'amqplib'

/** Puts an unreadable message on a service's queue of this event. */
export async function poison(
  stack: SharedStack,
  service: ServiceName,
  event: EventName,
  messageId: string,
  text = '{"specversion":"0.3"}',
) {
  const connection = await connect(stack.amqpUrl, { noDelay: true })
  const channel = await connection.createConfirmChannel()
  const { queuePrefix } = stack
  const queue = `${queuePrefix}${service}.${event}`
  const content = Buffer.from(text)
  channel.publish(`${queuePrefix}${service}.redeliver`, queue, content, { messageId, persistent: true })
  await channel.waitForConfirms()
  await connection.close()
}

/** Runs the command that rebuilds the subscription log; returns its output. */
export async function rebuildLogs({ processes }: SharedStack): Promise<string> {
  const service = processes.find(({ spec }) => spec.name === 'subscription-logs')
  const command = fileURLToPath(new URL('../../services/subscription-logs/src/rebuild.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env: service?.spec.env })
  return stdout
}
