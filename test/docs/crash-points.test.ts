import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The crash points in the sources by name, without the part that depends on an event, and their files. */
function announced(): Map<string, string[]> {
  const files = globSync('{packages,services,gateway}/*/src/**/*.ts', { cwd: root })
  const found = new Map<string, string[]>()
  for (const file of files) {
    for (const [, name = ''] of read(file).matchAll(/\bcheckpoint\(\s*['`]([^'`$]+)/g)) {
      found.set(name.trim(), [...(found.get(name.trim()) ?? []), file])
    }
  }
  return found
}

interface Row {
  point: string
  cells: string[]
  tests: string[]
}

/** The rows of the table, each with the test files that it names. */
function rows(): Row[] {
  return [...read('docs/crash-points.md').matchAll(/^\| `([^`]+)` \|(.+)\|$/gm)].map(
    ([, point = '', rest = '']) => ({
      point,
      cells: rest.split('|').map((cell) => cell.trim()),
      tests: [...rest.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file),
    }),
  )
}

const sources = announced()
const table = rows()
/** `outbox:written order-paid` is a case of `outbox:written`. */
const nameOf = (point: string) => point.split(' ')[0] ?? ''

describe('the table of crash points', () => {
  test.each([...sources.keys()])('has %s, which the sources contain', (name) => {
    expect(table.map(({ point }) => nameOf(point))).toContain(name)
  })

  test.each(table)(
    'names for $point, which the sources contain, its repair and the test that dies there',
    ({ point, cells, tests }) => {
      expect([...sources.keys()]).toContain(nameOf(point))
      expect(cells).toHaveLength(4)
      for (const cell of cells) expect(cell.length).toBeGreaterThan(3)
      expect(tests.length).toBeGreaterThan(0)
      for (const file of tests) expect(read(file)).toContain(`'${point}`)
    },
  )

  test('has every place that a test dies at, and none twice', () => {
    const points = table.map(({ point }) => point)
    expect(points).toEqual([...new Set(points)])
    const names = [...sources.keys()].join('|')
    const literal = new RegExp(`'((?:${names})(?: [a-z-]+)?)(?:#\\d+)?'`, 'g')
    const tried = globSync('test/**/*.test.ts', { cwd: root })
      .filter((file) => file !== 'test/docs/crash-points.test.ts')
      .flatMap((file) => [...read(file).matchAll(literal)].map(([, point = '']) => point))
    expect(tried.length).toBeGreaterThan(30)
    expect([...new Set(tried)].filter((point) => !points.includes(point))).toEqual([])
  })
})
