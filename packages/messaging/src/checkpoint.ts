import { channel } from 'node:diagnostics_channel'

const checkpoints = channel('prankpost:checkpoint')

/**
 * Announces a point between two effects on the diagnostics channel `prankpost:checkpoint`. Nobody
 * listens in production; crash tests do, and end the process right there.
 */
export function checkpoint(point: string): void {
  if (checkpoints.hasSubscribers) checkpoints.publish({ point })
}
