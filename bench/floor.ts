import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { measureReads } from './reads.ts'

/** What a bare express behind a bare proxy does with the same bytes on this machine, right now. */
export async function measureFloor(load: { connections: number; seconds: number }) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('floor-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return await measureReads(line.toString().trim(), load)
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}
