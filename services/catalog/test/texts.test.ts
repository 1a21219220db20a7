import { adminText, shopText, type TextSection } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { parseMarkdown } from '../src/parse-markdown.ts'
import { seedTexts } from '../src/use-cases/seed-texts.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
await Promise.all([seedTexts(fixture), seedTexts(fixture)])

const ask = (method: string, path: string, body?: object) => fixture.operator(method, `/api${path}`, body)
const read = async (name: string, version = '') =>
  shopText.strict().parse((await ask('GET', `/texts/${name}${version}`)).body)
const publish = (name: string, body: object) => ask('POST', `/admin/texts/${name}/versions`, body)
const versions = async (name: string) => (await ask('GET', `/admin/texts/${name}/versions`)).body
const wordsOf = (sections: TextSection[]) =>
  sections.map(({ title, blocks }) => [
    title,
    ...blocks.flatMap(({ lines }) => lines.map((runs) => runs.map(({ text }) => text).join(''))),
  ])

describe('the texts of a new shop', () => {
  test('when the terms are read then they are version 1, with the date and the words of the specification', async () => {
    const { version, label, sections } = await read('terms')
    expect([version, label, sections.length]).toEqual([1, 'December 2024', 9])
    expect(sections[1]).toMatchObject({
      title: '2. What is not allowed',
      blocks: [{ kind: 'bullets', lines: { length: 4 } }, { kind: 'paragraph' }],
    })
    expect(JSON.stringify(sections)).toContain('standard delivery takes 3-5 business days')
  })

  test('when the FAQ is read then it has 8 questions with an answer each', async () => {
    const { sections } = await read('faq')
    expect(sections.map(({ blocks }) => blocks.length)).toEqual(Array(8).fill(1))
    for (const { title } of sections) expect(title).toMatch(/\?$/)
  })

  test('when a text does not exist then it is a 400 or a 404', async () => {
    expect((await ask('GET', '/texts/recipes')).status).toBe(400)
    expect((await ask('GET', '/texts/terms/versions/99')).status).toBe(404)
  })
})

describe('a new version', () => {
  test('when it is published then the store shows it, the old one stays, and it is reported once', async () => {
    const markdown = '## Privacy\n\nWe know *nothing*.'
    const { status, body } = await publish('privacy', { markdown, basedOn: 1 })
    expect([status, adminText.strict().parse(body).version]).toEqual([201, 2])
    expect(body.label).toMatch(/^[A-Z][a-z]+ \d+, \d{4} \(version 2\)$/)
    expect((await read('privacy')).sections[0]?.title).toBe('Privacy')
    expect((await read('privacy', '/versions/1')).label).toBe('December 2024')
    // The answer was lost: the operator publishes again.
    expect((await publish('privacy', { markdown, basedOn: 1 })).body.version).toBe(2)
    const stored = await fixture.texts.find({ name: 'privacy' }).sort({ version: 1 }).lean()
    expect(stored.map(({ version, outbox }) => [version, outbox.map(({ data }) => data)])).toEqual([
      [1, []],
      [2, [{ name: 'privacy', version: 2, publishedAt: body.publishedAt }]],
    ])
  })

  test('when two operators publish at once then one of them gets a 409', async () => {
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((word) => publish('faq', { markdown: `## ${word}?\n\nYes.`, basedOn: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await publish('faq', { markdown: '## Four?\n\nYes.', basedOn: 1 })).status).toBe(409)
  })

  test('when an older version is restored then it is a new version with the same words', async () => {
    const old = (await ask('GET', '/admin/texts/terms/versions/1')).body
    await publish('terms', { markdown: '## Terms\n\nBe kind.', basedOn: 1 })
    expect((await publish('terms', { markdown: old.markdown, basedOn: 2 })).body.version).toBe(3)
    const { items, total } = await versions('terms')
    expect([items.map(({ version }: { version: number }) => version), total]).toEqual([[3, 2, 1], 3])
    expect((await read('terms')).sections).toEqual(old.sections)
  })

  test.each([[''], ['no heading'], ['x'.repeat(20_001)]])(
    'when it is %j then it is a 400',
    async (markdown) => {
      expect((await publish('terms', { markdown })).status).toBe(400)
    },
  )
})

describe('Markdown', () => {
  test('when it has headings, lists, bold, emphasis and links then they are sections, blocks and runs', () => {
    const source =
      'Before\n\n# A *big* title\n\nOne\ntwo **three** [four](https://x.test).\n\n1. a\n2. b\n   - c'
    expect(parseMarkdown(source)).toEqual([
      { title: '', blocks: [{ kind: 'paragraph', lines: [[{ text: 'Before' }]] }] },
      {
        title: 'A big title',
        blocks: [
          {
            kind: 'paragraph',
            lines: [
              [
                { text: 'One two ' },
                { text: 'three', isStrong: true },
                { text: ' ' },
                { text: 'four', href: 'https://x.test' },
                { text: '.' },
              ],
            ],
          },
          { kind: 'numbers', lines: [[{ text: 'a' }], [{ text: 'b' }], [{ text: 'c' }]] },
        ],
      },
    ])
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](http://insecure.test)',
    '[x](//evil.test)',
    '<javascript:alert(1)>',
    '![x](https://x.test/x.png)',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
  ])('when it contains %j then it is text, with no link', (source) => {
    const runs = parseMarkdown(`## T\n\n${source}`).flatMap(({ blocks }) =>
      blocks.flatMap(({ lines }) => lines.flat()),
    )
    for (const run of runs) expect(run.href ?? 'https://x.test/x.png').toBe('https://x.test/x.png')
    expect(runs.length).toBeGreaterThan(0)
  })

  test('when a link leads to a page of the store or to a mail program then it is a link', () => {
    const [section] = parseMarkdown('## T\n\n[a](/support) [b](mailto:help@shop.test)')
    const hrefs = section?.blocks[0]?.lines[0]?.flatMap(({ href }) => href ?? [])
    expect(hrefs).toEqual(['/support', 'mailto:help@shop.test'])
  })

  test('when an operator previews a text then it is shown as it would be published, and nothing is stored', async () => {
    const { body } = await ask('POST', '/admin/texts/preview', { markdown: '## New\n\n- <b>one</b>' })
    expect(wordsOf(body.sections)).toEqual([['New', '<b>one</b>']])
    expect(JSON.stringify(await read('terms'))).not.toContain('New')
  })
})
