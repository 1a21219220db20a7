import os from 'node:os'
import type { Stack } from '@prankpost/test-harness'
import { peakMemory, residentMemory } from './memory.ts'
import { exportPaths, type OperatorCall, operatorCalls } from './operator-calls.ts'
import { percentiles } from './percentiles.ts'
import { fillStack } from './seed/fill.ts'
import { defaultAmounts } from './seed/world.ts'

const bulkSize = 200

// The smallest answer, measured on the same machine in the same run: the minimum cost of a call.
const yardstick: OperatorCall = { what: 'beside them: the catalog', path: () => '/api/pranks' }

/**
 * Measures the operator's calls at the gateway with full databases: the pages of each list, the figures, the status
 * of 200 orders, and whole lists as files; and the memory that the services use for these calls.
 */
export async function benchAdmin(stack: Stack, quick: boolean) {
  const amounts = quick ? { orders: 5_000, plans: 1_000, logs: 10_000, messages: 1_000 } : defaultAmounts
  console.log('Filling the databases ...')
  const filled = await fillStack(stack, { seed: 1, now: new Date(), amounts }, console.log)
  const calls = [yardstick, ...(await operatorCalls(stack))]
  // Each call is made once before it is measured, so that code is compiled and connections are open.
  for (const { path } of calls) await get(stack, path(0))

  const before = residentMemory(stack)
  const pages: ({ what: string } & ReturnType<typeof percentiles>)[] = []
  for (const call of calls) pages.push(await measureCall(stack, call, quick ? 20 : 100))
  const statuses = await measureStatuses(stack, quick ? 2 : 5)
  const afterPages = residentMemory(stack)
  const files: { path: string; seconds: number; megabytes: number }[] = []
  const readFiles = async () => {
    for (const path of exportPaths) files.push(await measureFile(stack, path))
  }
  const peak = await peakMemory(stack, readFiles)
  const peakOfSecond = await peakMemory(stack, readFiles)
  const memory = Object.keys(before).map((name) => ({
    service: name,
    'before MB': before[name],
    'after pages MB': afterPages[name],
    'peak of files MB': peak[name],
    'peak of files again MB': peakOfSecond[name],
  }))

  const load = Math.round(os.loadavg()[0] ?? 0)
  console.log(`\nThe load of this machine was ${load}, on ${os.availableParallelism()} cores.`)
  console.log('Pages and figures at the gateway, one call at a time')
  console.table(pages)
  console.log(`One status for ${bulkSize} orders at once`)
  console.table([statuses])
  console.log('Whole lists as files')
  console.table(files)
  console.log('Resident memory: before all that, after the pages, the most while the files were read, twice')
  console.table(memory)
  return { load, filled, pages, statuses, files, memory }
}

const headersOf = ({ adminPassword }: Stack) => ({ 'x-admin-password': adminPassword })

async function get(stack: Stack, path: string): Promise<string> {
  const answer = await fetch(stack.baseUrl + path, { headers: headersOf(stack) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
  return text
}

async function measureCall(stack: Stack, { what, path }: OperatorCall, rounds: number) {
  const durations: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await get(stack, path(round))
    durations.push(performance.now() - start)
  }
  return { what, ...percentiles(durations) }
}

/** Alternates the status of the newest orders: every call changes each of them. */
async function measureStatuses(stack: Stack, rounds: number) {
  const { items } = JSON.parse(await get(stack, `/api/admin/orders?limit=${bulkSize}`)) as {
    items: { id: string }[]
  }
  const orderIds = items.map(({ id }) => id)
  const durations: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const answer = await fetch(`${stack.baseUrl}/api/admin/orders/status`, {
      method: 'POST',
      headers: { ...headersOf(stack), 'content-type': 'application/json' },
      body: JSON.stringify({ orderIds, status: round % 2 === 0 ? 'processing' : 'paid' }),
    })
    const { results } = (await answer.json()) as { results: { outcome: string }[] }
    durations.push(performance.now() - start)
    if (results.some(({ outcome }) => outcome === 'failed')) throw new Error('some orders could not be set')
  }
  return percentiles(durations)
}

/** Reads a file as a stream, as a browser does when it saves the file. */
async function measureFile(stack: Stack, path: string) {
  const start = performance.now()
  const answer = await fetch(stack.baseUrl + path, { headers: headersOf(stack) })
  if (answer.status !== 200 || answer.body === null) throw new Error(`${path} answered ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  const seconds = Math.round((performance.now() - start) / 10) / 100
  return { path, seconds, megabytes: Math.round(bytes / 1e5) / 10 }
}
