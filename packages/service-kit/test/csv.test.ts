import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { unavailable } from '../src/errors.ts'
import { sendCsv } from '../src/http/csv.ts'
import { createHttpApp } from '../src/http/http-app.ts'
import { createLogger } from '../src/ops/log.ts'
import { serveForTest, testPublicUrl } from '../src/testing/index.ts'

type Cell = string | number | null

/** The rows of the next download. */
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

/** Returns the file as it arrives, including the byte order mark. */
async function download(...all: Cell[][]): Promise<string> {
  rows = () => from(all)
  const bytes = await (await fetch(`${server.url}/rows.csv`)).arrayBuffer()
  return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)
}
const header = '\uFEFF"Name","What, else"\r\n'

/** Returns how a cell is written in the file, without the quotes around it. */
const written = async (cell: Cell) =>
  /^"(.*)","x"\r\n$/s.exec((await download([cell, 'x'])).replace(header, ''))?.[1]

describe('a file', () => {
  test('when there are rows then it is an attachment in UTF-8 with a byte order mark, a header and Windows line ends', async () => {
    expect(await download(['Zoë 🥔', 3], [null, ''])).toBe(`${header}"Zoë 🥔","3"\r\n"",""\r\n`)
    const { headers } = await fetch(`${server.url}/rows.csv`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="rows.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('when there are no rows then it is only the header', async () => {
    expect(await download()).toBe(header)
  })

  test.each([
    ['a,b', 'a,b'],
    ['say "hi"', 'say ""hi""'],
    ['two\nlines', 'two\nlines'],
    ['two\r\nlines', 'two\r\nlines'],
    ['a\rb', 'a\rb'],
    ['漢字 ünï', '漢字 ünï'],
    ['', ''],
    [7, '7'],
  ])('when a cell contains %j then it is quoted as %j', async (cell, expected) => {
    expect(await written(cell)).toBe(expected)
  })
})

describe('a cell that a spreadsheet would run', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['\tx', "'\tx"],
    ['  =1', "'  =1"],
    ['"=1"', `'""=1""`],
    ['\uFF1D1', "'\uFF1D1"],
    ['\uFF0B1', "'\uFF0B1"],
    ['\uFF0D1', "'\uFF0D1"],
    ['\uFF20A', "'\uFF20A"],
    ['=HYPERLINK("http://x","y")', `'=HYPERLINK(""http://x"",""y"")`],
    ['+1 541 555 0100', "'+1 541 555 0100"],
    ['--1', "'--1"],
    ['-1-1', "'-1-1"],
  ])('when it is %j then an apostrophe makes it text', async (cell, expected) => {
    expect(await written(cell)).toBe(expected)
  })

  // A spreadsheet may separate cells at any of these, regardless of the quotes around the cell.
  const separators = [';', ',', '\t', '\n', '\r', '\r\n', '|']
  const starts = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']
  test.each(separators.flatMap((separator) => starts.map((start) => [separator, start] as const)))(
    'when %j is followed by %j then an apostrophe is put between them',
    async (separator, start) => {
      expect(await written(`a${separator}${start}1`)).toBe(`a${separator}'${start}1`)
      expect(await written(`a${separator} \u00A0${start}1`)).toBe(`a${separator} \u00A0'${start}1`)
    },
  )

  test.each([
    ['a;"=1"', `a;""'=1""`],
    ['a;;=1;b', "a;;'=1;b"],
    ['a,\t=1', "a,\t'=1"],
    ['a\r\n\r\n=1', "a\r\n\r\n'=1"],
    ['a;-5', "a;'-5"],
    ['=1;=2', "'=1;'=2"],
    ['-4.99;=1', "'-4.99;'=1"],
    ['a;=1,=2|=3', "a;'=1,'=2|'=3"],
  ])('when a cell continues with a formula as in %j then it is written as %j', async (cell, expected) => {
    expect(await written(cell)).toBe(expected)
  })

  // Splits cells like a spreadsheet with another separator: a quote matters only at the start of a cell.
  test.each([';', '\t', '|', ',', '\n'])(
    'when a file is split at %j then no cell starts a formula',
    async (separator) => {
      const parts = [...separators, ...starts, '"', ' ', 'a']
      const cells = parts.flatMap((a) =>
        parts.flatMap((b) => parts.map((c) => [`x${a}${b}${c}1`, `${a}${b}${c}1`])),
      )
      const file = await download(...cells)
      const found = file.split(new RegExp(`[\r\n${separator}]`)).map((cell) => cell.replace(/^[\s"]+/, ''))
      expect(found.filter((cell) => /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))).toEqual([])
    },
  )

  test.each([
    ['-4.99', '-4.99'],
    ['-5', '-5'],
    [-4.99, '-4.99'],
    ['4.99', '4.99'],
    ['541-555-0100', '541-555-0100'],
    ['a=b', 'a=b'],
    ['pat+potato@x.com', 'pat+potato@x.com'],
    ["it's", "it's"],
    ['1 x Raw Potato (4.99); 2 x Dirty Sock (4.99)', '1 x Raw Potato (4.99); 2 x Dirty Sock (4.99)'],
    ['a - b, c', 'a - b, c'],
  ])('when it is the harmless %j then it is unchanged', async (cell, expected) => {
    expect(await written(cell)).toBe(expected)
  })
})

describe('a source that fails', () => {
  test('when it fails before the first row then the error is answered like any other', async () => {
    rows = async function* () {
      if (server.url) throw unavailable()
      yield []
    }
    const { status, body, headers } = await server.call('GET', '/rows.csv')
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(headers.get('content-disposition')).toBeNull()
  })

  test('when it fails midway then the connection is cut, so that the file does not look complete', async () => {
    const begun = Promise.withResolvers<void>()
    rows = async function* () {
      for (let n = 0; n < 5_000; n++) yield [`row ${n}`, n]
      await begun.promise
      throw new Error('the database is down')
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

  test('when it is read then rows are read from the source as needed, not all at once', async () => {
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

  test('when the reader disconnects then the source is closed and no more rows are read', async () => {
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
