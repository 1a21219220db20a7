import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity'
import { phrase } from './phrase.ts'

/** Words of the library that are not worse than the pranks of this shop. */
const tolerated = new Set(['arse', 'ass', 'bollocks', 'boob', 'cum', 'piss', 'scat', 'sex', 'tit', 'turd'])

/** Words of the library that insult a group of people. */
const slurs = new Set([
  ...['abeed', 'abo', 'africoon', 'arabush', 'chingchong', 'chink', 'dyke', 'fag', 'kike', 'negro', 'nigger'],
  ...['retard', 'spastic', 'tranny'],
])

const harmless = [
  ...[
    'moby dick',
    'dick van dyke',
    'dick clark',
    'dick tracy',
    'spotted dick',
    'fagioli',
    'chink in the armor',
  ],
  ...[
    'chink in your armor',
    'pussycat',
    'pussy cat',
    'pussy willow',
    'flame retard',
    'fire retard',
    'rapeseed',
  ],
  ...['hancock', 'peacock', 'fuku', 'fukushima', 'tranquil', 'cockatoo', 'cockpit', 'dickinson', 'retardant'],
]

const dataset = new DataSet<{ originalWord: string }>()
  .addAll(englishDataset)
  .removePhrasesIf(({ metadata }) => tolerated.has(metadata?.originalWord ?? ''))
  .addPhrase((one) => {
    one.setMetadata({ originalWord: 'dumbfuck' }).addPattern(pattern`dumbf`)
    for (const term of harmless) one.addWhitelistedTerm(term)
    return one
  })
  .addPhrase((one) => one.setMetadata({ originalWord: 'sex' }).addPattern(pattern`|sex toy`))
  .addPhrase((one) => one.setMetadata({ originalWord: 'sex' }).addPattern(pattern`have sex`))
  .addPhrase((one) => one.setMetadata({ originalWord: 'nude' }).addPattern(pattern`|nudes|`))
  .addPhrase((one) => one.setMetadata({ originalWord: 'nude' }).addPattern(pattern`|dickpic`))
  .addPhrase((one) => one.setMetadata({ originalWord: 'asshole' }).addPattern(pattern`asshole`))

const matcher = new RegExpMatcher({ ...dataset.build(), ...englishRecommendedTransformers })

/** Strong words are also found when they are split (`f uck`). */
const split = phrase('(mother)? (fuck|fucker|fucking|cunt|bitch|whore|slut|asshole|penis|dildo)')
/** Pairs of words that only look like a split one. */
const pairs = /\b(who re|pen is|as s hole)\b/

/** Whether a text contains an obscene word or a slur, as the library and its list of English words know them. */
export function findWords(readings: string[]): ('obscenity' | 'slur')[] {
  const found = readings.flatMap((text) =>
    matcher
      .getAllMatches(text)
      .map((match) => dataset.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? ''),
  )
  const kinds = found.map((word) => (slurs.has(word) ? ('slur' as const) : ('obscenity' as const)))
  const isSplit = readings.some((text) => split.test(text) && !pairs.test(text))
  return [...new Set([...kinds, ...(isSplit ? (['obscenity'] as const) : [])])]
}
