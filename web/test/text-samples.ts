import type { ShopText, TextSection } from '@prankpost/contracts/text'

const run = (text: string) => [{ text }]
const section = (title: string, ...texts: string[]): TextSection => ({
  title,
  blocks: texts.map((text) => ({ kind: 'paragraph', lines: [run(text)] })),
})
const textOf = (name: ShopText['name'], sections: TextSection[]): ShopText => ({
  ...{ name, version: 1, label: 'December 2024', publishedAt: '2024-12-01T00:00:00.000Z' },
  sections,
})

/** Short versions of the texts of the store. */
export const texts = {
  terms: textOf('terms', [
    section('1. Harmless pranks only', 'PrankPost sends harmless novelty parcels for amusement.'),
    {
      title: '2. What is not allowed',
      blocks: [
        { kind: 'bullets', lines: [run('No threats.'), run('No harassment.')] },
        {
          kind: 'paragraph',
          lines: [
            [
              { text: 'Ask ' },
              { text: 'before', isStrong: true },
              { text: ': ' },
              { text: 'support', href: '/support' },
              { text: ', ' },
              { text: 'post', href: 'https://usps.test/' },
              { text: ', ' },
              { text: 'trap', href: 'javascript:alert(1)' },
              { text: ' <b>tag</b>' },
            ],
          ],
        },
      ],
    },
  ]),
  privacy: textOf('privacy', [
    section('Your anonymity', 'A parcel from PrankPost carries no name of who ordered it.'),
  ]),
  faq: textOf(
    'faq',
    ['delivery', 'refunds', 'cards'].map((word) => section(`What about ${word}?`, `All about ${word}.`)),
  ),
}
