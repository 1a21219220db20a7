import { describe, expect, test } from 'vitest'
import { attacks } from '../../attack/all.ts'
import type { Attack } from '../../attack/frame/attack.ts'
import { readOptions } from '../../attack/frame/options.ts'
import { runAttacks } from '../../attack/frame/run.ts'
import { type ShopFacts, shopOf } from '../../attack/frame/shop.ts'
import { summary, describe as tableOf } from '../../attack/frame/table.ts'
import { formulasIn } from '../../attack/kit/spreadsheet.ts'
import { expectQuick, timingOf } from '../../attack/kit/timing.ts'

const facts: ShopFacts = {
  baseUrl: 'http://localhost:8080',
  sandboxUrl: 'http://127.0.0.1:8090',
  mailUrl: 'http://127.0.0.1:8025',
  spans: null,
  adminPassword: 'prankmaster',
  webhookSecret: null,
  processes: [],
}

describe('the attacked shop', () => {
  test.each([
    ['baseUrl', 'http://192.0.2.1:8080'],
    ['sandboxUrl', 'https://api.stripe.test'],
    ['mailUrl', 'http://mail.example'],
  ])('when its %s is %s then it is refused', (name, url) => {
    expect(() => shopOf({ ...facts, [name]: url })).toThrow('only loopback is attacked')
  })

  test('when one of its processes is on another host then it is refused', () => {
    const processes = [{ name: 'contact', replica: 0, url: 'http://10.0.0.7:3000' }]
    expect(() => shopOf({ ...facts, processes })).toThrow('only loopback is attacked')
  })

  test('when addresses are requested then each is of this host and new', () => {
    const shop = shopOf(facts)
    const addresses = Array.from({ length: 600 }, () => shop.newAddress())
    expect(new Set(addresses).size).toBe(600)
    for (const address of addresses)
      expect(address).toMatch(/^127(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/)
  })
})

describe('a run', () => {
  const attack = (name: string, run: Attack['run'], obstacle: string | null = null): Attack => ({
    ...{ name, finding: '-', bound: 'none', run },
    obstacle: () => obstacle,
  })
  const checked = (held: boolean) => async () => ({
    checks: [{ what: 'the door is shut', held, seen: 'open' }],
  })

  test('when attacks end in four ways then each has its verdict, and failures are listed', async () => {
    const emitted: string[] = []
    const results = await runAttacks(
      [
        attack('shut', checked(true)),
        attack('open', checked(false)),
        attack('elsewhere', checked(true), 'there is no door'),
        attack('tired', () => Promise.reject(new Error('no key'))),
        attack('empty', async () => ({ checks: [] })),
      ],
      shopOf(facts),
      { quick: true, onResult: ({ name, verdict }) => emitted.push(`${name} ${verdict}`) },
    )
    expect(emitted).toEqual([
      'shut held',
      'open succeeded',
      'elsewhere not tried',
      'tired broken',
      'empty succeeded',
    ])
    expect(summary(results)).toBe('1 held, 2 succeeded, 1 not tried, 1 broken')
    const table = tableOf(results)
    expect(table).toContain('open: the door is shut: open')
    expect(table).toContain('not tried: there is no door')
    expect(table).toContain('broken: no key')
  })

  test('when the command line names an unknown attack then it lists the known ones', () => {
    const names = attacks.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(readOptions(['--only', names[0] ?? '', '--quick'], names)).toMatchObject({
      quick: true,
      start: false,
    })
    expect(() => readOptions(['--only', 'nothing'], names)).toThrow(`there are ${names.join(', ')}`)
  })
})

describe('the measurements', () => {
  test('when the slowest answer reaches five times the calm median, or one is refused, then the attack succeeded', () => {
    expect(expectQuick(timingOf('a call', [8, 10, 12], [10, 49])).held).toBe(true)
    expect(expectQuick(timingOf('a call', [8, 10, 12], [10, 50])).held).toBe(false)
    expect(expectQuick({ ...timingOf('a call', [10], [10]), refused: 1 }).held).toBe(false)
  })

  test.each([
    ['at the beginning of a cell', '"=1+7"\r\n', ','],
    ['after another separator', 'a;=1+7\r\n', ';'],
    ['after a tab within quotes', '"x","a\t=1+7"\r\n', '\t'],
    ['after a line break in a cell', '"x","a\n=1+7"\r\n', ';'],
    ['after escaped quotes', '"x","a"";""=1+7"\r\n', ';'],
  ])('when a formula is %s then it is found', (_, text, separator) => {
    expect(formulasIn(text, separator, '7')).toHaveLength(1)
  })

  test.each([
    ['guarded', `"'=1+7","a;'=1+7"\r\n`, ';'],
    ['in the middle of a text', '"a =1+7"\r\n', ','],
    ['after a separator within quotes', '"a,=1+7"\r\n', ','],
  ])('when a formula is %s then it is not reported', (_, text, separator) => {
    expect(formulasIn(text, separator, '7')).toEqual([])
  })
})
