import fc from 'fast-check'

/** A piece of JSON that JSON.stringify would not write: `1e999`, a second `__proto__`, a thousand brackets. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Any value as JSON, with raw parts unchanged. */
export function toJson(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  return `{${parts.map(([name, part]) => `${JSON.stringify(name)}:${toJson(part)}`).join(',')}}`
}

const strings = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066txt.exe',
  `e${'\u0301'.repeat(2_000)}`,
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'.repeat(50),
  '\ufdfa'.repeat(300),
  '\ufeff\u200b\u2028\u2029',
  '__proto__',
  'constructor',
  'toString',
  '$where',
  '$gt',
  'a.b.c',
  '{"$gt":""}',
  '../../../etc/passwd',
  '%00%2e%2e%2f',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  `$${'{7*7}'}{{7*7}}`,
  '=cmd|calc!A0',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '(a+)+$',
  'f'.repeat(24),
  'local-1',
  'cs_test_x',
  'x'.repeat(5_000),
  'x'.repeat(200_000),
)
const numbers = fc.constantFrom<unknown>(
  0,
  new Raw('-0'),
  -1,
  0.1,
  4.99,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  5e-324,
  1.7e308,
  new Raw('1e999'),
  new Raw('-1e999'),
  new Raw('9'.repeat(1_000)),
)
const nested = (open: string, close: string, depth: number) =>
  new Raw(open.repeat(depth) + close.repeat(depth))
const structures = fc.constantFrom<unknown>(
  null,
  true,
  false,
  [],
  [[]],
  [null],
  ['x'],
  Array(10_000).fill(0),
  {},
  { $gt: '' },
  { $ne: null },
  { $where: 'sleep(2000)' },
  { $regex: '(a+)+$' },
  { $expr: { $function: {} } },
  { 'a.b': 1, $set: { role: 'admin' } },
  { toString: 1, valueOf: null, toJSON: 1 },
  { length: 1e9 },
  new Raw('{"then":1}'),
  new Raw('{"__proto__":{"isAdmin":true}}'),
  new Raw('{"constructor":{"prototype":{"isAdmin":true}}}'),
  nested('[', ']', 100),
  nested('[', ']', 20_000),
  new Raw(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
)

/** Any value that is not valid there. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  strings,
  numbers,
  structures,
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Strings for places that accept only text: queries, paths, headers. */
export const oddText: fc.Arbitrary<string> = fc.oneof(strings, fc.string({ unit: 'binary', maxLength: 50 }))

const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  '$gt',
  '$where',
  'a.b',
  '',
  'adminPassword',
  'ownerId',
  '\0',
)

interface Change {
  kind: 'replace' | 'remove' | 'add' | 'wrap' | 'repeat' | 'nest'
  at: number
  name: string
  value: unknown
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'remove', 'add', 'wrap', 'repeat', 'nest'),
  at: fc.nat(1_000),
  name: oddName,
  value: oddValue,
})

/** Values like the given ones, changed in one to three places: replaced, removed, added to, wrapped, repeated. */
export const changed = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(applyTo, value))

function applyTo(value: unknown, made: Change): unknown {
  const places = placesIn(value)
  const place = places[made.at % places.length] ?? []
  return rewrite(value, place, made)
}

/** The path to each part of a value, including the whole. */
function placesIn(value: unknown, way: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || value instanceof Raw || way.length > 6) return [way]
  const parts = Object.entries(value).slice(0, 20)
  return [way, ...parts.flatMap(([name, part]) => placesIn(part, [...way, name]))]
}

function rewrite(value: unknown, [step, ...rest]: string[], made: Change): unknown {
  if (step === undefined) return rewritten(value, made)
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) }
  if (rest.length === 0 && made.kind === 'remove') delete copy[step]
  else copy[step] = rewrite(copy[step], rest, made)
  return copy
}

function rewritten(value: unknown, { kind, name, value: odd }: Change): unknown {
  if (kind === 'wrap') return [value]
  if (kind === 'repeat') return Array(200).fill(value)
  if (kind === 'nest') return { [name]: value }
  const isRecord =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Raw)
  if (kind !== 'add' || !isRecord) return kind === 'remove' ? undefined : odd
  const added = new Raw(`{${JSON.stringify(name)}:${toJson(odd)}}`)
  const inside = toJson(value).slice(1, -1)
  return new Raw(inside === '' ? added.text : `{${inside},${added.text.slice(1)}`)
}
