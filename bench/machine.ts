import os from 'node:os'

/** The time and the machine of a measurement. */
export function describeMachine() {
  return {
    date: new Date().toISOString(),
    model: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    /** The average of the minute before the start: it shows other load on the machine. */
    loadAtStart: Math.round((os.loadavg()[0] ?? 0) * 100) / 100,
  }
}
