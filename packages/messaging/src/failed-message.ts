import type { ConsumeMessage } from 'amqplib'
import { Poison } from './errors.ts'
import { retryStages, stageAfter } from './topology.ts'

/** The next step for a message whose handler failed. */
export interface FailedMessage {
  /** How often it has failed so far. */
  failures: number
  /** The retry stage on which it waits; null when it becomes a dead letter. */
  stage: (typeof retryStages)[number] | null
  /** The headers of its copy, including the failure, for the next attempt and for the operator. */
  headers: Record<string, unknown> | undefined
}

/** Decides the next step for a failed message. A failure while the database is `down` does not count. */
export function failedMessage(
  { properties }: ConsumeMessage,
  error: unknown,
  { queue, down }: { queue: string; down: boolean },
): FailedMessage {
  const { headers } = properties
  const before = Number(headers?.['x-failures'] ?? 0)
  if (down) return { failures: before, stage: retryStages[0], headers }
  const failures = before + 1
  return {
    failures,
    stage: error instanceof Poison ? null : stageAfter(failures),
    headers: {
      ...headers,
      'x-failures': failures,
      'x-reason': reasonOf(error).slice(0, 1_000),
      'x-failed-at': new Date().toISOString(),
      'x-queue': queue,
    },
  }
}

/** The reason of a failure, for the operator. It includes the error's cause, because the message may be for customers. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const reason = `${error.name}: ${error.message}`
  return error.cause instanceof Error ? `${reason} (${error.cause.message})` : reason
}
