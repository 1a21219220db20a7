import type { ShopText } from '@prankpost/contracts/text'

/** The questions and answers for search engines (schema.org); undefined while the text has none. */
export function structuredDataOf({ sections }: Pick<ShopText, 'sections'>) {
  const questions = sections
    .filter(({ title, blocks }) => title !== '' && blocks.length > 0)
    .map(({ title, blocks }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: plainText(blocks) },
    }))
  if (questions.length === 0) return undefined
  return { '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity: questions }
}

const plainText = (blocks: ShopText['sections'][number]['blocks']) =>
  blocks.flatMap(({ lines }) => lines.map((runs) => runs.map(({ text }) => text).join(''))).join('\n')
