/**
 * Preloaded (`--import`) for crash tests: kills the process at a named fault injection point. The file `CRASH_REQUEST_FILE`
 * names the point: `relay:claimed#2` kills at the second announcement of that point on the diagnostics channel
 * `prankpost:checkpoint`. The file is renamed to `<file>.done` right before, so that the restarted process continues
 * and only one of several replicas dies.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, renameSync } from 'node:fs'

const file = process.env.CRASH_REQUEST_FILE

if (file) {
  let known = ''
  let announced = 0
  subscribe('prankpost:checkpoint', (message) => {
    const request = read(file)
    if (request !== known) announced = 0
    known = request
    const [point = '', nth = '1'] = request.split('#')
    if (point === '' || !isAt(message, point)) return
    announced += 1
    if (announced === Number(nth) && claim(file)) process.kill(process.pid, 'SIGKILL')
  })
}

function read(requestFile: string): string {
  try {
    return readFileSync(requestFile, 'utf8').trim()
  } catch {
    return ''
  }
}

function claim(requestFile: string): boolean {
  try {
    renameSync(requestFile, `${requestFile}.done`)
    return true
  } catch {
    return false
  }
}

/** `relay:published` matches every event, `relay:published order-paid` only that one. */
function isAt(message: unknown, wanted: string): boolean {
  if (typeof message !== 'object' || message === null || !('point' in message)) return false
  return message.point === wanted || String(message.point).startsWith(`${wanted} `)
}
