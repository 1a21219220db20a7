import type { ShopText, TextBlock, TextName, TextRun, TextSection } from '@prankpost/contracts/text'
import { call, type Guard, listOf, number, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

const run: Guard<TextRun> = (value): value is TextRun =>
  shape<Pick<TextRun, 'text'>>({ text })(value) && (!('href' in value) || typeof value.href === 'string')
const block = shape<TextBlock>({
  kind: oneOf(['paragraph', 'bullets', 'numbers']),
  lines: listOf(listOf(run)),
})
const section = shape<TextSection>({ title: text, blocks: listOf(block) })
const shopText = shape<ShopText>({
  name: text as Guard<string> as Guard<TextName>,
  version: number,
  label: text,
  publishedAt: text,
  sections: listOf(section),
})

/** A text of the store: its current version, or an earlier one that a customer agreed to. */
export const textQuery = (name: TextName, version: number | null = null) =>
  queryOptions({
    queryKey: ['texts', name, version],
    queryFn: ({ signal }) =>
      version === null
        ? call('GET /api/texts/:name', { params: { name }, signal, expect: shopText })
        : call('GET /api/texts/:name/versions/:version', {
            params: { name, version },
            signal,
            expect: shopText,
          }),
  })

/** The parts of a text, which have no ids, with keys for React: a text that is shown does not change its order. */
export const numbered = <T>(parts: readonly T[]): { key: number; part: T }[] =>
  parts.map((part, key) => ({ key, part }))
