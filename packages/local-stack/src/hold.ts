/**
 * Preloaded (`--import`) after what a process needs most: its launcher starts it early, tells it to go on once
 * what it connects to is there, and meanwhile it has loaded its modules.
 */
import { once } from 'node:events'
import type { HeldMessage } from './supervised-process.ts'

if (process.send) {
  process.send('loaded' satisfies HeldMessage)
  await once(process, 'message')
  process.disconnect?.()
}
