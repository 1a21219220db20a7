import { spawnSync } from 'node:child_process'
import { findOnPath } from './find-on-path.ts'

/** Linux's tool for how a process is scheduled (util-linux); undefined where there is none, or where it must not do so. */
function findTool(): string | undefined {
  const chrt = process.platform === 'linux' ? findOnPath('chrt') : undefined
  return chrt !== undefined && spawnSync(chrt, ['--batch', '0', 'true']).status === 0 ? chrt : undefined
}

/** Looked for when the first process starts: many load this package and start none. */
let tool: { path: string | undefined } | undefined

/**
 * The command that runs another under SCHED_BATCH: when it wakes, it lets the process that runs now finish its
 * turn. The processes of a stack wake each other with every message; on a few cores they would otherwise take
 * them from each other in the middle of their work, and each turn would begin with cold caches.
 * @see https://man7.org/linux/man-pages/man7/sched.7.html
 */
export function batchScheduled(command: string, args: string[]): { command: string; args: string[] } {
  tool ??= { path: findTool() }
  return tool.path === undefined
    ? { command, args }
    : { command: tool.path, args: ['--batch', '0', command, ...args] }
}
