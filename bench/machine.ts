import os from 'node:os'

/** When and on what something was measured. */
export function describeMachine() {
  return {
    date: new Date().toISOString(),
    model: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    /** Of the minute before it began: who else was at work. */
    loadAtStart: Math.round((os.loadavg()[0] ?? 0) * 100) / 100,
  }
}
