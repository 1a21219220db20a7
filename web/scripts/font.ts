/**
 * Generates the font of the texts that nearly all visits load: the characters of American English and the weights of the store, out
 * of the package's Latin file. Run `npm run font` after an update of the package or a change of the characters, and commit the file.
 * Lilita One stays as published: its licence reserves the name for unchanged files.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const web = fileURLToPath(new URL('..', import.meta.url))

const css = await readFile(`${web}src/styles/fonts.css`, 'utf8')
const [, ranges = ''] = css.match(/nunito-english[^}]*unicode-range:([^;]+);/) ?? []
/** The characters that `src/styles/fonts.css` declares for the file. */
const characters = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
  .map(([, start = '', end = start]) => [Number.parseInt(start, 16), Number.parseInt(end, 16)] as const)
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
