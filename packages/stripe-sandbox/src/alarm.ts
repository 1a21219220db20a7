/** Rings when something is due. */
export interface Alarm {
  /** Makes it ring at this moment at the latest. */
  wakeBy: (at: Date) => void
  /** Stops it for good, after the run that is under way. */
  stop: () => Promise<void>
}

/**
 * Runs `task` at once and then whenever it is due: the task answers the moment of its next run, or
 * null for "not before I am woken". It never overlaps itself; a failed run is tried again in a second.
 */
export function startAlarm(task: () => Promise<Date | null>, onError: (error: unknown) => void): Alarm {
  // A timer that sleeps too long misses what another process did; a minute is the backstop.
  const longestMs = 60_000
  let timer: NodeJS.Timeout | undefined
  let ringsAt = Number.POSITIVE_INFINITY
  let running: Promise<void> | null = null
  let isStopped = false

  function setFor(atMs: number) {
    if (isStopped || atMs >= ringsAt) return
    clearTimeout(timer)
    ringsAt = atMs
    timer = setTimeout(ring, Math.min(Math.max(atMs - Date.now(), 0), longestMs))
  }

  function ring() {
    ringsAt = Number.POSITIVE_INFINITY
    if (running) return setFor(Date.now() + 50)
    running = task()
      .catch((error: unknown) => {
        onError(error)
        return new Date(Date.now() + 1000)
      })
      .then((next) => {
        running = null
        setFor(next?.getTime() ?? Date.now() + longestMs)
      })
  }

  ring()
  return {
    wakeBy: (at) => setFor(at.getTime()),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
