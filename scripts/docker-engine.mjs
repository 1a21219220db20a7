import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-process.mjs'

/** A program that starts a Docker engine and makes base images, on a machine without Docker that can pull none. */
const tool = path.join(root, '..', 'shared', 'tools', 'docker-engine')

/** Uses the tool's engine if it runs; otherwise starts it for the time of the command. Without one, the command runs, too. */
const script = `
eval "$("$0" env)"
if docker version >/dev/null 2>&1; then "$0" images; exec "$@"; fi
trap : INT TERM HUP
if eval "$("$0" start)" && "$0" images; then "$@"; code=$?; "$0" stop; exit $code; fi
exec "$@"`

/** The command, with a Docker engine if this machine has a tool to start one. The command itself decides what it needs. */
export function withDockerEngine(command, args) {
  return existsSync(tool) ? ['sh', ['-c', script, tool, command, ...args]] : [command, args]
}
