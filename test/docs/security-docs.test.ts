import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const docs = path.join(import.meta.dirname, '..', '..', 'docs')
const read = (page: string) => readFileSync(path.join(docs, page), 'utf8')

/** OWASP ASVS 5.0: each section with the levels of its requirements 1, 2, 3 ...; those of level 3 follow after them. */
const sections = `
  V1.1:22 V1.2:111112222 V1.3:11222222222 V1.4:222 V1.5:12 V2.1:122 V2.2:112 V2.3:1222 V2.4:2 V3.2:11
  V3.3:1222 V3.4:112222 V3.5:11122 V3.7:22 V4.1:122 V4.2:2 V4.3:22 V4.4:1222 V5.1:2 V5.2:112 V5.3:11
  V5.4:222 V6.1:122 V6.2:111111112222 V6.3:1122 V6.4:1122 V6.5:22222 V6.6:222 V6.8:2222 V7.1:222
  V7.2:1111 V7.3:22 V7.4:11222 V7.5:22 V7.6:22 V8.1:12 V8.2:112 V8.3:1 V8.4:2 V9.1:111 V9.2:1222
  V10.1:22 V10.2:22 V10.3:2222 V10.4:11111222222 V10.5:22222 V10.6:22 V10.7:222 V11.1:22 V11.2:222
  V11.3:112 V11.4:1222 V11.5:2 V11.6:2 V12.1:122 V12.2:11 V12.3:2222 V13.1:2 V13.2:22222 V13.3:22
  V13.4:12222 V14.1:22 V14.2:1222 V14.3:122 V15.1:122 V15.2:122 V15.3:1222222 V16.1:2 V16.2:22222
  V16.3:2222 V16.4:222 V16.5:222 V17.1:2 V17.2:2222 V17.3:22
`
const required = [...sections.matchAll(/(V\S+):(\d+)/g)].flatMap(([, section, levels = '']) =>
  [...levels].map((level, n) => `${section}.${n + 1} ${level}`),
)

const verdicts = ['met', 'partly', 'not met', 'not applicable']
const rows = [
  ...read('security-asvs.md').matchAll(/^\| (V\S+) \| (\S*) \| (.*?) \| (.*?) \| (.*) \|$/gm),
].map(([, id = '', level = '', asks = '', verdict = '', where = '']) => ({ id, level, asks, verdict, where }))

describe('the ASVS list', () => {
  test('when it is compared with levels 1 and 2 then it has each requirement once, in order', () => {
    expect(required).toHaveLength(253)
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(required)
  })

  test('when a line is read then it has a known verdict, and a place or a reason', () => {
    for (const { id, asks, verdict, where } of rows) {
      expect([id, verdicts.includes(verdict), asks.length > 3, where.length > 10]).toEqual([
        id,
        true,
        true,
        true,
      ])
    }
  })

  test('when a requirement is met, in whole or in part, then the line names a file or a page', () => {
    const claims = rows.filter(({ verdict }) => verdict === 'met' || verdict === 'partly')
    expect(claims.filter(({ where }) => !where.includes('](')).map(({ id }) => id)).toEqual([])
  })

  test('when lines are counted then their number is the one on the page', () => {
    const count = (level: string) => {
      const some = rows.filter((row) => level === 'both' || row.level === level)
      const each = verdicts.map((verdict) => some.filter((row) => row.verdict === verdict).length)
      return `| ${[level, ...each, some.length].join(' | ')} |`
    }
    const page = read('security-asvs.md').split('\n')
    for (const level of ['1', '2', 'both']) expect(page).toContain(count(level))
  })
})

describe('the list of API risks', () => {
  test('when the ten risks are compared with it then each has a line', () => {
    const named = [...read('security.md').matchAll(/^\| (API\d+) /gm)].map(([, risk]) => risk)
    expect(named).toEqual(Array.from({ length: 10 }, (_, n) => `API${n + 1}`))
  })
})
