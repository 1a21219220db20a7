import type { AdminPrank, Prank } from '@prankpost/contracts'
import { testAdminPassword } from '@prankpost/service-kit/testing'
import { mongo } from 'mongoose'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEdition, seedPranks } from '../src/seed.ts'
import { removeUnusedPictures } from '../src/use-cases/remove-unused-pictures.ts'
import { seedCatalog } from '../src/use-cases/seed-catalog.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
beforeAll(() => seedCatalog({ pranks: seedPranks, edition: seedEdition }, fixture))
afterAll(() => fixture.close())

const id = seedPranks[0]?._id as string
const files = () => fixture.connection.collection('fs.files')
const chunks = () => fixture.connection.collection('fs.chunks')

async function upload(
  bytes: Uint8Array<ArrayBuffer>,
  { type = 'image/png', prank = id, password = testAdminPassword } = {},
) {
  const response = await fetch(`${fixture.url}/api/admin/pranks/${prank}/picture`, {
    method: 'PUT',
    headers: { 'content-type': type, 'x-admin-password': password },
    body: bytes,
  })
  return { status: response.status, body: (await response.json()) as AdminPrank & { message: string } }
}
const red = { r: 200, g: 0, b: 0 }
const picture = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } })
const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer())
const potato = async () => {
  const list = (await (await fetch(`${fixture.url}/api/pranks`)).json()) as Prank[]
  return list.find((prank) => prank.id === id)
}
const read = async (path: string) => {
  const response = await fetch(fixture.url + path)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('the picture of a prank', () => {
  test.each([
    ['image/png', (image: Sharp) => image.png()],
    ['image/jpeg', (image: Sharp) => image.jpeg()],
    ['image/webp', (image: Sharp) => image.webp()],
  ] as const)(
    'when a %s is uploaded then the store shows it as WebP in three sizes',
    async (type, encode) => {
      const bytes = await bytesOf(encode(picture(600, 300)))
      const { status, body } = await upload(bytes, { type })
      expect([status, body.picture]).toEqual([200, (await potato())?.picture])
      const srcSet = body.picture?.srcSet ?? ''
      const addresses = srcSet.split(', ').map((part) => part.split(' ') as [string, string])
      expect(addresses.map(([, width]) => width)).toEqual(['112w', '224w', '448w'])
      for (const [address, width] of addresses) {
        const { response, bytes: content } = await read(address)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        const { format, width: pixels, height, exif, icc, xmp } = await sharp(content).metadata()
        expect([format, `${pixels}w`, height, exif, icc, xmp]).toEqual([
          'webp',
          width,
          pixels,
          undefined,
          undefined,
          undefined,
        ])
      }
      expect(body.picture?.src).toBe(addresses[1]?.[0])
    },
  )

  test('when a photo was taken upside down then it is turned, and its metadata is removed', async () => {
    const top = { input: await picture(40, 20, { r: 0, g: 0, b: 200 }).png().toBuffer(), top: 0, left: 0 }
    const photo = picture(40, 40)
      .composite([top])
      .withExif({ IFD0: { Copyright: 'Jane Doe' } })
    const { body } = await upload(await bytesOf(photo.withMetadata({ orientation: 3 }).jpeg()), {
      type: 'image/jpeg',
    })
    const { bytes } = await read(body.picture?.src ?? '')
    const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    // The blue half is at the bottom now.
    expect([data[0] ?? 0, data.at(-4) ?? 255].map((value) => value > 100)).toEqual([true, false])
    expect(Buffer.from(bytes).includes('Jane')).toBe(false)
  })

  test('when it is uploaded again then nothing is stored twice, and no event is added', async () => {
    const bytes = await bytesOf(picture(30, 30, { r: 1, g: 2, b: 3 }).png())
    await upload(bytes)
    const before = await fixture.pranks.findById(id).lean()
    const [stored, parts] = [await files().countDocuments(), await chunks().countDocuments()]
    expect((await upload(bytes)).status).toBe(200)
    const after = await fixture.pranks.findById(id).lean()
    expect([after?.revision, after?.outbox.length]).toEqual([before?.revision, before?.outbox.length])
    expect([await files().countDocuments(), await chunks().countDocuments()]).toEqual([stored, parts])
  })

  test('when it is set then an event reports the change of the prank', async () => {
    const before = (await fixture.pranks.findById(id).lean())?.outbox.length ?? 0
    await upload(await bytesOf(picture(30, 30, { r: 9, g: 9, b: 9 }).png()))
    const stored = await fixture.pranks.findById(id).lean()
    expect(stored?.outbox.length).toBe(before + 1)
    expect(stored?.outbox.at(-1)).toMatchObject({
      type: 'prank-changed',
      data: { revision: stored?.revision },
    })
  })

  test('when it is in no use for a day then it is removed, and the others stay', async () => {
    const { body } = await upload(await bytesOf(picture(31, 31).png()))
    const former =
      (await upload(await bytesOf(picture(32, 32, { r: 7, g: 7, b: 0 }).png()))).body.picture?.src ?? ''
    await upload(await bytesOf(picture(31, 31).png()))
    await removeUnusedPictures(fixture)
    expect((await read(former)).response.status).toBe(200)
    const longAgo = new Date(Date.now() - 90_000_000)
    await files().updateMany({}, { $set: { uploadDate: longAgo } })
    // A killed process left chunks without a file.
    await chunks().insertOne({ files_id: new mongo.ObjectId('1'.repeat(24)), n: 0 })
    await removeUnusedPictures(fixture)
    expect((await read(former)).response.status).toBe(404)
    expect((await read(body.picture?.src ?? '')).response.status).toBe(200)
    expect([await files().countDocuments(), await chunks().countDocuments()]).toEqual([3, 3])
  })
})

describe('a file that is not accepted', () => {
  const bomb = () => picture(6_000, 6_000).png({ compressionLevel: 9 })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

  test.each([
    ['is not a picture', async () => Buffer.from('%PDF-1.7 hello'), 'image/png', 400, 'not a picture'],
    ['is empty', async () => Buffer.alloc(0), 'image/png', 400, 'not a picture'],
    ['is an SVG', async () => Buffer.from(svg), 'image/png', 400, 'not a picture'],
    ['is a GIF', async () => bytesOf(picture(9, 9).gif()), 'image/png', 400, 'not a picture'],
    [
      'is cut off',
      async () => (await bytesOf(picture(300, 300).png())).slice(0, 200),
      'image/png',
      400,
      'not a picture',
    ],
    ['has 36 megapixels in a few kilobytes', async () => bytesOf(bomb()), 'image/png', 400, '25 megapixels'],
    ['has another media type', async () => Buffer.from(svg), 'image/svg+xml', 415, 'image/png'],
    ['is larger than 5 MB', async () => Buffer.alloc(5_242_881), 'image/png', 413, '5120 kB'],
  ] as const)(
    'when it %s then it is refused, and the prank keeps its picture',
    async (_, make, type, status, words) => {
      const before = await fixture.pranks.findById(id).lean()
      const answer = await upload(new Uint8Array(await make()), { type })
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)])
      expect(await fixture.pranks.findById(id).lean()).toEqual(before)
    },
  )

  test('when the prank does not exist, or the password is wrong, then nothing is stored', async () => {
    const stored = await files().countDocuments()
    const bytes = await bytesOf(picture(33, 33).png())
    expect((await upload(bytes, { prank: 'f'.repeat(24) })).status).toBe(404)
    expect((await upload(bytes, { password: 'wrong' })).status).toBe(401)
    expect(await files().countDocuments()).toBe(stored)
  })

  test('when the upload is audited then its size is recorded, and not its content', async () => {
    await upload(await bytesOf(picture(34, 34).png()))
    const [entry] = await fixture.connection
      .collection('audit')
      .find({ endpoint: 'PUT /api/admin/pranks/:id/picture' })
      .sort({ _id: -1 })
      .toArray()
    expect(entry).toMatchObject({
      params: { id },
      body: expect.stringMatching(/^\{"bytes":\d+\}$/),
      status: 200,
    })
  })
})

test('when there is no such picture then it is a 404 that is not cached', async () => {
  const { response } = await read(`/media/${'0'.repeat(32)}-224.webp`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
})
