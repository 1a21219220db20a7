import { channel } from 'node:diagnostics_channel'

const checkpoints = channel('prankpost:checkpoint')

/**
 * Announces a point between two effects on the diagnostics channel `prankpost:checkpoint`. Only crash tests subscribe
 * to it; they kill the process at that point.
 */
export function checkpoint(point: string): void {
  if (checkpoints.hasSubscribers) checkpoints.publish({ point })
}
