import { type Stack, testNamespace } from '@prankpost/test-harness'
import { cpuOf } from '../cpu.ts'
import { startHelper } from '../helper-process.ts'
import { rangesOf, round } from '../repeat.ts'
import type { ReaderWork } from './reader.ts'
import type { WriterWork } from './writer.ts'

/** Enough concurrent writes to make the services the bottleneck, and not the disk. */
const writesAtOnce = 64

/**
 * Measures one pair of services on the stack's MongoDB and broker, each in its own process, with its own database and
 * queues: events per second from the first write to the last effect at full speed, and the time to process a backlog in
 * outboxes.
 */
export async function measureEvents(
  { mongodbUri, amqpUrl, processes }: Pick<Stack, 'mongodbUri' | 'amqpUrl' | 'processes'>,
  { runs, seconds, backlog }: { runs: number; seconds: number; backlog: number },
) {
  const space = testNamespace({ mongodbUri, amqpUrl })
  const writer = startHelper<WriterWork>('writer.ts', import.meta.url)
  const reader = startHelper<ReaderWork>('reader.ts', import.meta.url)
  const engines = processes.filter(({ spec }) => ['mongodb', 'broker'].includes(spec.name))
  const pair = [
    { spec: { name: 'writer' }, pid: writer.pid },
    { spec: { name: 'reader' }, pid: reader.pid },
  ]
  let counted = 0
  /** Each event was counted exactly once, and none is left in an outbox. */
  const check = async (count: number, of: { counted: number }) => {
    counted += count
    const left = await writer.call('rest', {})
    if (left > 0 || of.counted !== counted) {
      throw new Error(`${counted} events were written, ${of.counted} counted, ${left} are left in outboxes`)
    }
  }
  const sustain = async (forSeconds: number) => {
    await reader.call('consume', {})
    const cpu = cpuOf({ processes: [...engines, ...pair] })
    const { startedAt, written } = await writer.call('write', { seconds: forSeconds, atOnce: writesAtOnce })
    const done = await reader.call('until', { count: written })
    const { bench: _load, ours: _both, ...cpuMs } = cpu.since(written) as Record<string, number>
    await check(written, done)
    const tookSeconds = (done.lastAt - startedAt) / 1_000
    const figures = {
      perSecond: Math.round(written / tookSeconds),
      lagP50Ms: done.p50Ms,
      lagP99Ms: done.p99Ms,
    }
    return { figures, cpuMs }
  }
  const drain = async () => {
    await writer.call('leave', { count: backlog })
    const startedAt = Date.now()
    await Promise.all([writer.call('relay', {}), reader.call('consume', {})])
    const done = await reader.call('until', { count: backlog })
    await check(backlog, done)
    return { seconds: round((done.lastAt - startedAt) / 1_000, 2) }
  }
  try {
    await writer.call('connect', space)
    await reader.call('connect', space)
    await sustain(1)
    const sustained = []
    const drained = []
    for (let run = 0; run < runs; run++) {
      sustained.push(await sustain(seconds))
      drained.push(await drain())
    }
    return {
      sustained: {
        seconds,
        ...rangesOf(sustained.map(({ figures }) => figures)),
        cpuMs: rangesOf(sustained.map(({ cpuMs }) => cpuMs)),
      },
      backlog: { events: backlog, ...rangesOf(drained) },
    }
  } finally {
    await Promise.all([writer.stop(), reader.stop()])
    await space.drop()
  }
}
