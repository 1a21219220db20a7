/**
 * Preloaded (`--import`) into a process that is to die at a named point, for tests of what survives.
 * `CRASH_AT=relay:claimed#2` kills at the second announcement of that point on the diagnostics channel
 * `prankpost:checkpoint`; the file `CRASH_MARKER` is written first, and where it exists already nothing
 * happens, so that the restarted process lives.
 */
import { subscribe } from 'node:diagnostics_channel'
import { existsSync, writeFileSync } from 'node:fs'

const [point, nth = '1'] = (process.env.CRASH_AT ?? '').split('#')
const marker = process.env.CRASH_MARKER

if (point && marker && !existsSync(marker)) {
  let announced = 0
  subscribe('prankpost:checkpoint', (message) => {
    if (!isAt(message, point)) return
    announced += 1
    if (announced !== Number(nth)) return
    writeFileSync(marker, new Date().toISOString(), { flush: true })
    process.kill(process.pid, 'SIGKILL')
  })
}

/** `relay:published` stands for every event, `relay:published order-paid` for that one. */
function isAt(message: unknown, wanted: string): boolean {
  if (typeof message !== 'object' || message === null || !('point' in message)) return false
  return message.point === wanted || String(message.point).startsWith(`${wanted} `)
}
