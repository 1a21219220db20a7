/** Runs a task when it is due. */
export interface Alarm {
  /** Schedules the next run at this time at the latest. */
  wakeBy: (at: Date) => void
  /** Stops it permanently, after the current run. */
  stop: () => Promise<void>
}

/**
 * Runs `task` immediately and then whenever it is due. The task returns the time of its next run, or null to wait
 * for `wakeBy`. Runs never overlap; a failed run is retried after one second.
 */
export function startAlarm(task: () => Promise<Date | null>, onError: (error: unknown) => void): Alarm {
  // Changes made by another process do not wake the timer: it runs at least once a minute.
  const longestMs = 60_000
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let running: Promise<void> | null = null
  let isStopped = false

  function schedule(atMs: number) {
    if (isStopped || atMs >= dueAt) return
    clearTimeout(timer)
    dueAt = atMs
    timer = setTimeout(run, Math.min(Math.max(atMs - Date.now(), 0), longestMs))
  }

  function run() {
    dueAt = Number.POSITIVE_INFINITY
    if (running) return schedule(Date.now() + 50)
    running = task()
      .catch((error: unknown) => {
        onError(error)
        return new Date(Date.now() + 1000)
      })
      .then((next) => {
        running = null
        schedule(next?.getTime() ?? Date.now() + longestMs)
      })
  }

  run()
  return {
    wakeBy: (at) => schedule(at.getTime()),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
