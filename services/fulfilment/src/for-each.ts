const atOnce = 10

/** Does the work for all of them, ten at once. */
export async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const pending = all.values()
  const worker = async () => {
    for (const one of pending) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
