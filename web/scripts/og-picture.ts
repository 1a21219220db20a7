/**
 * Generates the pictures (1200 x 630) that are shown when a link is shared, from the store's own pictures, colours and fonts:
 * the one of the store, and one for each built-in picture of a prank. The latter name no prank: an operator may give a
 * picture to any prank. `npm run pictures` runs it after pictures.ts; the files that it writes are committed.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type PrankImage, prankImages } from '@prankpost/contracts/constants'
import { Launcher } from 'chrome-launcher'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { pictureFile } from '../src/lib/picture-file.ts'

const web = fileURLToPath(new URL('..', import.meta.url))

/** A file as a data URL: a page made with setContent cannot load files. */
async function inline(file: string, type: string) {
  return `data:${type};base64,${(await readFile(`${web}${file}`)).toString('base64')}`
}
const font = (file: string) => inline(`node_modules/${file}`, 'font/woff2')
const picture = (name: string, width: number) => inline(`public${pictureFile(name, width)}`, 'image/webp')

const [display, body] = await Promise.all([
  font('@fontsource/lilita-one/files/lilita-one-latin-400-normal.woff2'),
  font('@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2'),
])
const [logo, ...around] = await Promise.all([
  picture('logo', 420),
  ...['prank-potato', 'prank-sock', 'prank-glitter'].map((name) => picture(name, 224)),
  picture('avatar-clown', 176),
])
const places = [
  'left: -50px; top: 60px; rotate: -12deg',
  'right: -20px; top: 0; rotate: 12deg',
  'left: -30px; bottom: 20px',
  'right: -35px; top: 190px; rotate: 12deg; width: 110px',
]

/** A page with a claim on the left and a picture on the right. */
const pageOf = (claim: string, right: string) => `<!doctype html>
<style>
  @font-face { font-family: Display; src: url("${display}") }
  @font-face { font-family: Body; font-weight: 200 1000; src: url("${body}") }
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; display: flex; flex-direction: column; background: #5a2be0; color: #fff; font-family: Body; overflow: hidden }
  .airmail { height: 26px; border: 5px solid #1f1036; border-width: 0 0 5px; background: repeating-linear-gradient(-55deg, #ff5a93 0 36px, #fffdf8 36px 60px, #5a2be0 60px 96px, #fffdf8 96px 120px) }
  .airmail:last-child { border-width: 5px 0 0 }
  main { flex: 1; display: flex; align-items: center; justify-content: space-between; padding: 0 100px 0 72px;
    background: repeating-conic-gradient(from 0deg at 50% 62%, #ffffff1a 0 9deg, #fff0 9deg 18deg) }
  .name { font: 52px Display; color: #ffc928 }
  h1 { font: 84px/1.06 Display; margin: 14px 0 28px }
  h1 b { font-weight: 400; color: #ffc928 }
  .mark { display: inline-block; rotate: -2deg; padding: 10px 26px; border: 5px double #1f1036; border-radius: 99px; background: #ffc928; color: #1f1036; font: 27px Display; letter-spacing: 0.08em; text-transform: uppercase }
  .parcel { position: relative; width: 400px; height: 400px }
  .parcel::before { content: ""; position: absolute; inset: 6px; border-radius: 50%; background: #ff5a93; box-shadow: 12px 12px 0 #1f1036 }
  .parcel img { position: absolute; width: 120px }
  .parcel .logo { width: 100%; }
  .stamp-frame { rotate: 4deg; filter: drop-shadow(0 0 2px #1f1036) drop-shadow(0 12px 14px #1f103699) }
  .stamp { padding: 30px; background: #fffdf8; --hole: 11px;
    mask: radial-gradient(circle var(--hole), #0000 96%, #000) round calc(-1.5 * var(--hole)) calc(-1.5 * var(--hole)) / calc(3 * var(--hole)) calc(3 * var(--hole)),
      linear-gradient(#000 0 0) no-repeat 50% / calc(100% - 3 * var(--hole)) calc(100% - 3 * var(--hole)) }
  .stamp-frame { margin-right: -28px }
  .stamp div { width: 350px; height: 350px; display: grid; place-items: center; border: 5px solid #1f1036; border-radius: 24px;
    background-image: repeating-conic-gradient(from 0deg at 50% 62%, #ffffff57 0 9deg, #fff0 9deg 18deg) }
  .stamp img { width: 270px }
</style>
<div class="airmail"></div>
<main>
  <div>
    <p class="name">PrankPost</p>
    <h1>${claim}</h1>
    <p class="mark">100% Anonymous &amp; Secure</p>
  </div>
  ${right}
</main>
<div class="airmail"></div>`

const storePage = pageOf(
  'Prank a friend.<br>Or a foe.<br><b>Stay a mystery.</b>',
  `<div class="parcel">
    <img class="logo" src="${logo}">
    ${around.map((source, index) => `<img src="${source}" style="${places[index]}">`).join('')}
  </div>`,
)

/** The colours of their stamps in the store. */
const colours: Record<PrankImage, string> = {
  fart: '#5fe3a8',
  potato: '#e9bf85',
  glitter: '#5a2be0',
  adopted: '#73d2ff',
  condiments: '#ff5a93',
  sock: '#ffc928',
}
const prankPage = async (image: PrankImage) =>
  pageOf(
    'A prank.<br>By post.<br><b>From a mystery.</b>',
    `<div class="stamp-frame"><div class="stamp"><div style="background-color: ${colours[image]}">
      <img src="${await picture(`prank-${image}`, 224)}">
    </div></div></div>`,
  )

const executablePath = process.env.CHROMIUM_PATH ?? Launcher.getFirstInstallation()
if (!executablePath) throw new Error('Chromium was not found. Install it, or set CHROMIUM_PATH.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  const save = async (html: string, file: string) => {
    await page.setContent(html)
    await page.evaluate(() => document.fonts.ready)
    await sharp(await page.screenshot())
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(`${web}public/${file}`)
  }
  await mkdir(`${web}public/previews`, { recursive: true })
  await save(storePage, 'og.png')
  for (const image of prankImages) await save(await prankPage(image), `previews/${image}.png`)
} finally {
  await browser.close()
}
