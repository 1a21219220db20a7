import { type AdminPrank, prankImages, publicWebPaths } from '@prankpost/contracts'
import { expect, test } from 'vitest'
import { faqData, prankData, siteData } from '../../web/test/structured-data.ts'
import { callAs } from '../support/access/callers.ts'
import { eventually } from '../support/operator-page.ts'
import { withRealStore } from '../support/real-store.ts'

const { open, stack } = withRealStore()

const get = (path: string) =>
  fetch(new URL(path, stack().baseUrl), { headers: { accept: 'text/html' }, redirect: 'manual' })

/** What a search engine reads of a page, which runs no scripts. */
async function read(path: string) {
  const response = await get(path)
  const html = await response.text()
  const find = (pattern: RegExp) =>
    pattern.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return {
    status: response.status,
    title: find(/<title[^>]*>(.*?)<\/title>/) ?? '',
    description: find(/name="description"\s+content="(.*?)"/s) ?? '',
    canonical: find(/<link rel="canonical" href="(.*?)"/),
    image: find(/<meta property="og:image" content="(.*?)"/) ?? '',
    imageSize: [find(/"og:image:width" content="(\d+)"/), find(/"og:image:height" content="(\d+)"/)].map(
      Number,
    ),
    imageAlt: find(/"og:image:alt" content="(.*?)"/),
    data: scripts.map(([, json = '']) => JSON.parse(json)),
  }
}

async function sitemap(): Promise<string[]> {
  const xml = await (await get('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
}

test('when a search engine follows the sitemap, then each page has a title, a description and one address', async () => {
  // Other tests sell pranks for a while; their names have a number.
  const addresses = (await sitemap()).filter((address) => !/\/pranks\/.*\d/.test(address))
  expect(addresses.slice(0, publicWebPaths.length)).toEqual(
    publicWebPaths.map((path) => stack().baseUrl + path),
  )
  const pranks = addresses.slice(publicWebPaths.length)
  expect(pranks.length).toBeGreaterThanOrEqual(6)
  const titles: string[] = []
  const images = new Set<string>()
  for (const address of addresses) {
    const page = await read(address)
    titles.push(page.title)
    expect([address, page.status]).toEqual([address, 200])
    expect(page.title.length, address).toBeLessThanOrEqual(60)
    expect(page.description.length, address).toBeGreaterThanOrEqual(50)
    expect(page.description.length, address).toBeLessThanOrEqual(160)
    expect(page.canonical).toBe(address)
    expect(page.image).toMatch(new RegExp(`^${stack().baseUrl}/`))
    expect(page.imageSize).toEqual([1200, 630])
    images.add(page.image)
    expect(page.imageAlt).toMatch(/PrankPost/)
    const [data] = page.data
    if (pranks.includes(address)) prankData.parse(data)
    else if (address.endsWith('/support')) faqData.parse(data)
    else if (new URL(address).pathname === '/') siteData.parse(data)
    else expect(page.data).toEqual([])
  }
  expect(new Set(titles).size).toBe(titles.length)
  expect(images.size).toBeGreaterThan(prankImages.length)
  for (const image of images) {
    const response = await get(image)
    const bytes = Buffer.from(await response.arrayBuffer())
    const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    expect([image, response.headers.get('content-type'), size]).toEqual([image, 'image/png', [1200, 630]])
    // Messengers ignore large pictures.
    expect(bytes.length, image).toBeLessThan(200_000)
  }
})

test('when a prank is renamed, and taken off sale, then its addresses redirect, and are gone', async () => {
  const name = `Gilded Gnome ${process.pid}`
  const operate = async (key: 'POST /api/admin/pranks' | 'PATCH /api/admin/pranks/:id', call: object) =>
    JSON.parse((await callAs(stack(), stack(), key, call)).text) as AdminPrank
  const body = {
    name,
    description: 'A gnome. "Gold" </script><script>alert(1)</script>',
    price: '9.00',
    stock: 0,
  }
  const { id, slug } = await operate('POST /api/admin/pranks', { body })
  const former = `/pranks/${slug}`
  const page = await eventually(async () => {
    const found = await read(former)
    return found.status === 200 && found
  })
  const [{ offers, description }] = prankData.parse(page.data[0])['@graph']
  expect([offers.availability, description]).toEqual(['https://schema.org/OutOfStock', body.description])
  // The shared list is up to half a second old.
  await eventually(async () => (await sitemap()).includes(stack().baseUrl + former))

  const renamed = await operate('PATCH /api/admin/pranks/:id', {
    params: { id },
    body: { name: `${name} Deluxe` },
  })
  const current = `/pranks/${renamed.slug}`
  await eventually(async () => (await get(former)).status === 301)
  expect((await get(`${former}?utm_source=x`)).headers.get('location')).toBe(`${current}?utm_source=x`)
  expect(await read(current)).toMatchObject({ status: 200, canonical: stack().baseUrl + current })

  await operate('PATCH /api/admin/pranks/:id', { params: { id }, body: { onSale: false } })
  await eventually(async () => (await get(current)).status === 410)
  await eventually(async () => (await get(former)).status === 410)
  expect((await get('/pranks/never-was')).status).toBe(404)
  await eventually(async () => !(await sitemap()).includes(stack().baseUrl + current))
})

test('when a visitor follows a shared link, then the page that the server sent works, and picks the prank', async () => {
  const page = await open('/pranks/dirty-sock')
  await page.getByRole('heading', { level: 1, name: 'Dirty Sock' }).waitFor()
  expect(await page.title()).toBe('Dirty Sock | PrankPost')
  expect(await page.locator('link[rel=canonical]').count()).toBe(1)
  await page.getByRole('link', { name: 'Send This Prank' }).click()
  const sock = page.getByRole('button', { name: /Dirty Sock/ }).first()
  await eventually(async () => (await sock.getAttribute('aria-pressed')) === 'true')
})
