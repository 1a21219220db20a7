import fc from 'fast-check'
import { arbitraryOf } from '../../../packages/contracts/test/arbitrary.ts'
import type { Case, Schema } from './cases.ts'
import { changed, oddValue, toJson } from './odd-values.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const brokenBodies = fc.constantFrom(
  ...[
    '{',
    '{"a":1',
    'nonsense',
    '{"a":1}}',
    '{"a":1,"a":2}',
    "{'a':1}",
    '\ufeff{}',
    '123',
    '"text"',
    'null',
    '[]',
    '',
  ].map((text) => Buffer.from(text)),
  utf16('{"email":"a@b.test"}'),
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from('{"a":"\xc3\x28"}', 'latin1'),
  // Around the smallest and the largest limit of an endpoint, and far above both.
  ...[16_376, 16_377, 131_064, 131_065, 1_048_600].map((size) => Buffer.from(`{"a":"${'x'.repeat(size)}"}`)),
)
const types = fc.constantFrom<Record<string, string>>(
  {},
  { 'content-type': '' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json; charset=nonsense' },
  { 'content-type': 'application/vnd.api+json' },
  { 'content-type': 'APPLICATION/JSON;;;=' },
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  { 'content-type': 'application/json', 'content-encoding': 'br' },
  { 'content-type': 'application/json', 'content-encoding': 'nonsense' },
)
const json = { 'content-type': 'application/json' }

/** Mostly JSON close to the schema; otherwise bytes of all kinds under headers of all kinds. */
export function sentBody(schema: Schema | undefined): fc.Arbitrary<Pick<Case, 'body' | 'headers'>> {
  const valid = schema === undefined ? fc.constant({}) : arbitraryOf(schema)
  const asJson = (values: fc.Arbitrary<unknown>) =>
    values.map((value) => ({ body: Buffer.from(toJson(value)), headers: json }))
  return fc.oneof(
    { weight: 4, arbitrary: asJson(valid) },
    { weight: 10, arbitrary: asJson(changed(valid)) },
    { weight: 2, arbitrary: asJson(oddValue) },
    { weight: 2, arbitrary: brokenBodies.map((body) => ({ body, headers: json })) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 300 })
        .map((bytes) => ({ body: Buffer.from(bytes), headers: json })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(asJson(valid), types).map(([{ body }, headers]) => ({ body, headers })),
    },
    { weight: 1, arbitrary: fc.constant({ body: undefined, headers: {} }) },
  )
}
