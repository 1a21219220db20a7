import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ProcessEvent, SupervisedProcess } from '../src/processes/supervised-process.ts'
import { waitUntil } from './wait-until.ts'

let folder: string
let supervised: SupervisedProcess
let events: ProcessEvent[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-supervised-'))
  events = []
})
afterEach(async () => {
  await supervised.stop()
  await rm(folder, { recursive: true, force: true })
})

const file = (name: string) => path.join(folder, name)
const works = `fs.writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`

/** Starts a program that is ready once it has written its pid, unless the file `closed` exists. */
function start(program: string, backoffsMs?: readonly [number, ...number[]], startLimitMs?: number) {
  supervised = new SupervisedProcess(
    {
      name: 'program',
      replica: 0,
      command: process.execPath,
      args: ['-e', program],
      env: process.env,
      cwd: folder,
      logFile: file('log'),
      guard: 'preloaded',
      isReady: async () =>
        !existsSync(file('closed')) &&
        existsSync(file('pid')) &&
        readFileSync(file('pid'), 'utf8') === String(supervised.pid),
      startLimitMs,
    },
    { restart: true, onEvent: (event) => events.push(event), ...(backoffsMs && { backoffsMs }) },
  )
  supervised.start()
}

/** Kills the process `times` times, as soon as it exists: it has no time to get ready. */
async function killTimes(times: number) {
  for (let n = 0; n < times; n += 1) {
    await waitUntil('a process', () => supervised.pid !== undefined)
    await supervised.kill('SIGKILL')
  }
}

const pauses = () => events.flatMap((event) => (event.type === 'died' ? [event.restartInMs] : []))

test('when a process that was ready is killed repeatedly, also while it starts, then it is always restarted within a second', async () => {
  start(works)
  await supervised.ready()
  // Not ready in between, even if this test is slower than the process.
  writeFileSync(file('closed'), '')
  await killTimes(7)
  await rm(file('closed'))
  await supervised.ready()
  expect(pauses()).toEqual([0, 200, 400, 800, 1_000, 1_000, 1_000])

  await killTimes(1)
  await supervised.ready()
  expect(pauses().at(-1)).toBe(0)
  expect(supervised.deaths).toBe(8)
})

test('when a start takes longer than its limit, then the process is killed and started again', async () => {
  const hangsOnce = `if (!fs.existsSync('hung')) { fs.writeFileSync('hung', ''); setInterval(() => {}, 1000) } else { ${works} }`
  start(hangsOnce, [0], 3_000)
  await supervised.ready()
  expect(supervised.deaths).toBe(1)
})

test('when a process is killed repeatedly before it was ever ready, then it is not given up', async () => {
  writeFileSync(file('closed'), '')
  start(works, [0])
  await killTimes(6)
  await rm(file('closed'))
  await supervised.ready()
  expect(events.filter(({ type }) => type === 'gave-up')).toEqual([])
})

test('when a process exits by itself at its first starts, then it is given up with the end of its log', async () => {
  start(`console.error('there is no such setting'); process.exit(3)`, [0])
  await expect(supervised.ready()).rejects.toThrow(/keeps dying at its start.*exit code 3.*no such setting/s)
  expect(events.at(-1)).toMatchObject({ type: 'gave-up', lines: expect.anything() })
  expect(supervised.pid).toBeUndefined()
})

test('when a process that was ready exits by itself, then it is restarted, however often that happens', async () => {
  start(`fs.existsSync('broken') ? process.exit(3) : 0; ${works}`, [0])
  await supervised.ready()
  writeFileSync(file('broken'), '')
  await supervised.kill('SIGKILL')
  await waitUntil('many deaths', () => supervised.deaths >= 7)
  await rm(file('broken'))
  await supervised.ready()
  expect(events.filter(({ type }) => type === 'gave-up')).toEqual([])
})
