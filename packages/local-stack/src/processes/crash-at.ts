/**
 * Preloaded (`--import`) into a process that is to die at a named point, for tests of what survives. The
 * file `CRASH_WISH` names the point: `relay:claimed#2` kills at the second announcement of that point on
 * the diagnostics channel `prankpost:checkpoint`. The file is renamed to `<file>.done` right before, so
 * that the restarted process lives, and of several replicas one dies.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, renameSync } from 'node:fs'

const file = process.env.CRASH_WISH

if (file) {
  let known = ''
  let announced = 0
  subscribe('prankpost:checkpoint', (message) => {
    const wish = read(file)
    if (wish !== known) announced = 0
    known = wish
    const [point = '', nth = '1'] = wish.split('#')
    if (point === '' || !isAt(message, point)) return
    announced += 1
    if (announced === Number(nth) && isMine(file)) process.kill(process.pid, 'SIGKILL')
  })
}

function read(wishes: string): string {
  try {
    return readFileSync(wishes, 'utf8').trim()
  } catch {
    return ''
  }
}

function isMine(wishes: string): boolean {
  try {
    renameSync(wishes, `${wishes}.done`)
    return true
  } catch {
    return false
  }
}

/** `relay:published` stands for every event, `relay:published order-paid` for that one. */
function isAt(message: unknown, wanted: string): boolean {
  if (typeof message !== 'object' || message === null || !('point' in message)) return false
  return message.point === wanted || String(message.point).startsWith(`${wanted} `)
}
