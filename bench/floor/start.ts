import { type Helper, startHelper } from '../helper-process.ts'
import { bodyOf } from '../reads.ts'
import type { Reading } from './copies.ts'
import type { FloorTask, FloorWork } from './server.ts'

/** Floors that serve the bytes of a real answer, by name. */
export interface Floors<N extends string> {
  urls: Record<N, string>
  stop(): Promise<void>
}

/** A minimal node:http server, a minimal express app, and a minimal express app behind a proxy with keep-alive connections. */
export function startBareFloors(body: string) {
  return start(body, async (serve) => {
    const expressUrl = await serve({ kind: 'express', body })
    return {
      http: await serve({ kind: 'http', body }),
      express: expressUrl,
      proxy: await serve({ kind: 'proxy', target: expressUrl }),
    }
  })
}

/** A minimal express app behind a minimal proxy, with one lean read by mongoose for each answer. */
export function startReadingFloor(body: string, reading: Reading) {
  return start(body, async (serve) => {
    const target = await serve({ kind: 'mongoose', body, reading })
    return { proxy: await serve({ kind: 'proxy', target }) }
  })
}

async function start<N extends string>(
  body: string,
  open: (serve: (task: FloorTask) => Promise<string>) => Promise<Record<N, string>>,
): Promise<Floors<N>> {
  const helpers: Helper<FloorWork>[] = []
  const stop = async () => void (await Promise.all(helpers.map((helper) => helper.stop())))
  try {
    const urls = await open(async (task) => {
      const helper = startHelper<FloorWork>('server.ts', import.meta.url)
      helpers.push(helper)
      return `${await helper.call('serve', task)}/`
    })
    for (const url of Object.values<string>(urls)) {
      if ((await bodyOf({ url })) !== body) throw new Error(`the floor at ${url} answers other bytes`)
    }
    return { urls, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
