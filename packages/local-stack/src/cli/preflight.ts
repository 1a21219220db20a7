import { statfsSync } from 'node:fs'
import { isPortFree } from '../processes/ports.ts'
import { StackError } from '../stack-error.ts'

const neededMegabytes = 300

/** A port that the stack requires, and the variable that changes it. */
export interface WantedPort {
  port: number
  host: string
  what: string
  variable: string
}

/**
 * Checks that the ports are free, before anything is started.
 * @throws {StackError} naming the port and the variable
 */
export async function checkPorts(wanted: WantedPort[]): Promise<void> {
  for (const { port, host, what, variable } of wanted) {
    if (await isPortFree(port, host)) continue
    throw new StackError(
      `Port ${port} for the ${what} is taken by another program. Stop that one, or choose another port: ` +
        `${variable}=${port + 1000} npm start`,
    )
  }
}

/**
 * Checks that the disk has enough space for the databases and logs.
 * @throws {StackError} with the free space
 */
export function checkDisk(folder: string, freeMegabytes = megabytesFree(folder)): void {
  if (freeMegabytes >= neededMegabytes) return
  throw new StackError(
    `The disk of ${folder} is nearly full: ${freeMegabytes} MB are free and PrankPost needs ${neededMegabytes} MB. ` +
      'Make room, or set DATA_DIR to a folder on another disk.',
  )
}

/** A port number from the environment. @throws {StackError} when it is not a port number */
export function portFrom(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  const text = env[variable]?.trim()
  if (!text) return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new StackError(`${variable} must be a port number from 1 to 65535, not "${text}".`)
}

function megabytesFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / 1024 / 1024)
}
