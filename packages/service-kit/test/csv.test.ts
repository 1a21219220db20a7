import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, describe, expect, test } from '@jest/globals'
import { sendCsv } from '../src/csv.ts'
import { unavailable } from '../src/errors.ts'
import { createHttpApp } from '../src/http-app.ts'
import { createLogger } from '../src/log.ts'
import { serveForTest, testPublicUrl } from '../src/testing.ts'

type Cell = string | number | null

/** What the next download is made of. */
let rows: () => AsyncIterable<Cell[]> = () => from([])
const columns = { Name: ([name = null]: Cell[]) => name, 'What, else': ([, second = null]: Cell[]) => second }

const server = await serveForTest(
  createHttpApp({
    log: createLogger('support', 'silent'),
    publicUrl: testPublicUrl,
    isReady: async () => true,
    mount: (app) => app.get('/rows.csv', (_req, res) => sendCsv(res, 'rows', columns, rows())),
  }),
)
afterAll(() => server.close())

async function* from(all: Cell[][], atTheEnd: () => void = () => undefined): AsyncGenerator<Cell[]> {
  try {
    yield* all
  } finally {
    atTheEnd()
  }
}

/** The file as it arrives, byte order mark and all. */
async function download(...all: Cell[][]): Promise<string> {
  rows = () => from(all)
  const bytes = await (await fetch(`${server.url}/rows.csv`)).arrayBuffer()
  return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)
}
const header = '\uFEFFName,"What, else"\r\n'

/** How a cell of a name stands in the file. */
const written = async (cell: Cell) => (await download([cell, 'x'])).replace(header, '').replace(/,x\r\n$/, '')

describe('a file', () => {
  test('when there are rows then it is UTF-8 with a mark, a header and Windows line ends, to be saved', async () => {
    expect(await download(['Zoë 🥔', 3], [null, ''])).toBe(`${header}Zoë 🥔,3\r\n,\r\n`)
    const { headers } = await fetch(`${server.url}/rows.csv`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="rows.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('when there is no row then it is the header alone', async () => {
    expect(await download()).toBe(header)
  })

  test.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['a\rb', '"a\rb"'],
    ['漢字 ünï', '漢字 ünï'],
  ])('when a cell holds %j then it stands as %j', async (cell, expected) => {
    expect(await written(cell)).toBe(expected)
  })
})

describe('a cell that a spreadsheet would run', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['  =1', "'  =1"],
    ['\uFF1D1', "'\uFF1D1"],
    ['\uFF0B1', "'\uFF0B1"],
    ['\uFF0D1', "'\uFF0D1"],
    ['\uFF20A', "'\uFF20A"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+1 541 555 0100', "'+1 541 555 0100"],
    ['--1', "'--1"],
    ['-1-1', "'-1-1"],
  ])('when it is %j then an apostrophe makes it text', async (cell, expected) => {
    expect(await written(cell)).toBe(expected)
  })

  test.each([
    ['-4.99', '-4.99'],
    ['-5', '-5'],
    [-4.99, '-4.99'],
    ['4.99', '4.99'],
    ['541-555-0100', '541-555-0100'],
    ['a=b', 'a=b'],
    ['pat+potato@x.com', 'pat+potato@x.com'],
    ["it's", "it's"],
  ])('when it is the harmless %j then it stays as it is', async (cell, expected) => {
    expect(await written(cell)).toBe(expected)
  })
})

describe('a source that fails', () => {
  test('when it fails before the first row then the failure is answered as any other', async () => {
    rows = async function* () {
      if (server.url) throw unavailable()
      yield []
    }
    const { status, body, headers } = await server.call('GET', '/rows.csv')
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(headers.get('content-disposition')).toBeNull()
  })

  test('when it fails midway then the connection is cut, so that nobody takes it for a whole file', async () => {
    const begun = Promise.withResolvers<void>()
    rows = async function* () {
      for (let n = 0; n < 5_000; n++) yield [`row ${n}`, n]
      await begun.promise
      throw new Error('the database went away')
    }
    const file = await open()
    file.once('data', () => begun.resolve())
    expect(file.statusCode).toBe(200)
    await expect(Array.fromAsync(file)).rejects.toThrow('aborted')
  })
})

describe('a long file', () => {
  const length = 200_000
  const wide = 'x'.repeat(200)

  test('when it is read then rows are taken from the source as they are needed, not all at once', async () => {
    let taken = 0
    let received = 0
    let ahead = 0
    rows = async function* () {
      for (; taken < length; taken++) {
        ahead = Math.max(ahead, taken - received / wide.length)
        yield [wide, taken]
      }
    }
    const file = await open()
    for await (const chunk of file) received += chunk.length
    expect(taken).toBe(length)
    expect(received).toBeGreaterThan(length * wide.length)
    expect(ahead).toBeLessThan(length / 4)
  })

  test('when the reader leaves then the source is closed and nothing more is taken', async () => {
    let taken = 0
    const closed = Promise.withResolvers<void>()
    rows = async function* () {
      try {
        for (; taken < length; taken++) yield [wide, taken]
      } finally {
        closed.resolve()
      }
    }
    const file = await open()
    await once(file, 'data')
    file.destroy()
    await closed.promise
    expect(taken).toBeLessThan(length)
  })
})

async function open(): Promise<IncomingMessage> {
  const [file] = await once(get(`${server.url}/rows.csv`), 'response')
  return file
}
