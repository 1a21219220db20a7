import { rm } from 'node:fs/promises'
import { started } from './started-engines.ts'

/** Stops what the set-up started and removes its data. */
export default async function globalTeardown(): Promise<void> {
  if (!started.current) return
  const { engines, dataDir } = started.current
  await engines.stop()
  await rm(dataDir, { recursive: true, force: true })
}
