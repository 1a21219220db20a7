/**
 * Generates the font of the texts that nearly all visits load: the characters of American English and the weights of the store, out
 * of the package's Latin file. Run `npm run font` after an update of the package or a change of the characters, and commit the file.
 * Lilita One stays as published: its licence reserves the name for unchanged files.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const web = fileURLToPath(new URL('..', import.meta.url))

/** The same characters and weights as in `src/styles/fonts.css`. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x201d],
  [0x2026, 0x2026],
] as const
const characters = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  .map((code) => String.fromCodePoint(code))
  .join('')

const latin = await readFile(
  `${web}node_modules/@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2`,
)
const english = await subsetFont(latin, characters, {
  targetFormat: 'woff2',
  noLayoutClosure: true,
  variationAxes: { wght: { min: 400, max: 800, default: 400 } },
})
await writeFile(`${web}src/styles/nunito-english.woff2`, english)
console.log(`${english.length} bytes of ${latin.length}`)
