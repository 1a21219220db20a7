/**
 * Resolves with the work, or rejects when the signal aborts. The work then fails in the background, because what it needs
 * is being removed: its errors are ignored.
 */
export async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error('Stopped.'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
  work.catch(() => undefined)
  return await Promise.race([work, aborted])
}
