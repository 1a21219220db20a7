/**
 * Generates every picture of the store from Fluent's 3D emoji, in the sizes that the screens show (1x and 2x).
 * The names end with a hash of all pictures, which is written to src/lib/picture-file.ts, too: a list of names in the store's
 * code would be loaded by each visit. Run `npm run pictures` after a change, and commit the files that it writes.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const art = fileURLToPath(new URL('../node_modules/@lobehub/fluent-emoji-3d/assets/', import.meta.url))
const publicFolder = fileURLToPath(new URL('../public/', import.meta.url))
const out = `${publicFolder}assets/`
const addresses = fileURLToPath(new URL('../src/lib/picture-file.ts', import.meta.url))

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

/** Name in the store -> emoji. The keys are image names for pranks and ids for avatars. */
const pranks = {
  'prank-fart': '1f4a8',
  'prank-potato': '1f954',
  'prank-glitter': '2728',
  'prank-adopted': '1f4dc',
  'prank-condiments': '1f96b',
  'prank-sock': '1f9e6',
}
const avatars = {
  'avatar-hunk': '1f60e',
  'avatar-clown': '1f921',
  'avatar-angry': '1f621',
  'avatar-sad': '1f622',
  'avatar-hippy': '1f33c',
  'avatar-unicorn': '1f984',
  'avatar-babe': '1f618',
  'avatar-nerd': '1f913',
}
const scenes = {
  'scene-disguise': '1f978',
  'scene-rocket': '1f680',
  'scene-laugh': '1f923',
  'scene-mailbox': '1f4ec',
  'scene-die': '1f3b2',
  'scene-ghost': '1f47b',
  'scene-cart': '1f6d2',
  'scene-party': '1f389',
  'scene-lock': '1f512',
  'scene-target': '1f3af',
  'scene-mail': '1f4e8',
  'scene-detective': '1f575-1f3fb',
  'scene-scales': '2696-fe0f',
  'scene-gift': '1f381',
  'scene-trophy': '1f3c6',
  'scene-crown': '1f451',
  'scene-star': '2b50',
  'scene-medal': '1f3c5',
  'scene-zap': '26a1',
  'scene-heart': '2764-fe0f',
}

const drawing = (code: string, size: number) =>
  sharp(`${art}${code}.webp`).resize(size, size, { fit: 'contain', background: transparent })

async function save(name: string, code: string, shownAt: number) {
  for (const width of [shownAt, shownAt * 2]) {
    await drawing(code, width)
      .webp({ quality: 82, alphaQuality: 90, effort: 6 })
      .toFile(`${out}${name}-${width}.webp`)
  }
}

/** The logo: a devil with a parcel under the arm. */
async function mark(size: number) {
  const devil = Math.round(size * 0.86)
  const box = Math.round(size * 0.5)
  return sharp({ create: { width: size, height: size, channels: 4, background: transparent } })
    .composite([
      { input: await drawing('1f608', devil).png().toBuffer(), left: 0, top: 0 },
      { input: await drawing('1f4e6', box).png().toBuffer(), left: size - box, top: size - box },
    ])
    .png()
    .toBuffer()
}

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
for (const [name, code] of Object.entries(pranks)) await save(name, code, 112)
for (const [name, code] of Object.entries(avatars)) await save(name, code, 88)
for (const [name, code] of Object.entries(scenes)) await save(name, code, 112)
const large = await mark(512)
for (const width of [48, 96, 280, 420]) {
  await sharp(large).resize(width).webp({ quality: 82, effort: 6 }).toFile(`${out}logo-${width}.webp`)
}
const names = (await readdir(out)).sort()
const all = createHash('sha256')
for (const name of names) all.update(await readFile(out + name))
const hash = all.digest('hex').slice(0, 8)
for (const name of names) await rename(out + name, out + name.replace('.webp', `-${hash}.webp`))
const code = await readFile(addresses, 'utf8')
await writeFile(addresses, code.replace(/(?<=picturesHash = ')\w+/, hash))
await sharp(large).resize(64).png({ palette: true }).toFile(`${publicFolder}favicon.png`)
await sharp(large)
  .resize(148)
  .extend({ top: 16, bottom: 16, left: 16, right: 16, background: '#ffc928' })
  .flatten({ background: '#ffc928' })
  .png({ palette: true })
  .toFile(`${publicFolder}apple-touch-icon.png`)
