import type { ApiKey } from '@prankpost/contracts'
import { onePixel } from '../pictures.ts'
import { callAs } from './callers.ts'
import type { Fixture } from './requests.ts'
import type { World } from './world.ts'

const newPrank = () => ({ name: `Prank ${Math.random()}`, description: 'A surprise.', price: '5.50' })
async function addPrank(stack: World['stack']): Promise<{ id: string }> {
  const { text } = await callAs(stack, stack, 'POST /api/admin/pranks', { body: newPrank() })
  return JSON.parse(text)
}

let codes = 0
const newDiscount = () => ({ code: `SNAIL-${process.pid}-${++codes}`, kind: 'percent', value: 20 })
async function addDiscount(stack: World['stack']): Promise<{ code: string }> {
  const { text } = await callAs(stack, stack, 'POST /api/admin/discounts', { body: newDiscount() })
  return JSON.parse(text)
}

/** The requests of the endpoints of the catalog. */
export const catalogRequests: Partial<Record<ApiKey, Fixture>> = {
  'GET /api/pranks/:slug': { make: () => ({ params: { slug: 'dirty-sock' } }) },
  'POST /api/admin/pranks': { make: () => ({ body: newPrank() }) },
  'PATCH /api/admin/pranks/:id': {
    make: async ({ stack }) => ({ params: { id: (await addPrank(stack)).id }, body: { price: '6.50' } }),
  },
  'GET /api/admin/pranks/:id/prices': {
    make: async ({ stack }) => ({ params: { id: (await addPrank(stack)).id } }),
  },
  'PUT /api/admin/pranks/:id/picture': {
    make: async ({ stack }) => ({ params: { id: (await addPrank(stack)).id }, body: onePixel }),
  },
  'POST /api/admin/discounts': { make: () => ({ body: newDiscount() }) },
  'PATCH /api/admin/discounts/:code': {
    make: async ({ stack }) => ({ params: { code: (await addDiscount(stack)).code }, body: { value: 30 } }),
  },
  'POST /api/discounts/check': { make: () => ({ body: { code: 'markymarc' } }) },
  'PATCH /api/admin/settings': { make: () => ({ body: { addressCap: 5_000 } }) },
  'GET /api/texts/:name': { make: () => ({ params: { name: 'terms' } }) },
  'GET /api/texts/:name/versions/:version': { make: () => ({ params: { name: 'terms', version: '1' } }) },
  'GET /api/admin/texts/:name/versions': { make: () => ({ params: { name: 'faq' } }) },
  'GET /api/admin/texts/:name/versions/:version': {
    make: () => ({ params: { name: 'faq', version: '1' } }),
  },
  'POST /api/admin/texts/:name/versions': {
    make: () => ({ params: { name: 'privacy' }, body: { markdown: `## Privacy\n\n${Math.random()}` } }),
  },
  'POST /api/admin/texts/preview': { make: () => ({ body: { markdown: '## Privacy' } }) },
  'GET /media/:name': {
    make: async ({ stack }) => {
      const { id } = await addPrank(stack)
      const key = 'PUT /api/admin/pranks/:id/picture'
      const { text } = await callAs(stack, stack, key, { params: { id }, body: onePixel })
      return { params: { name: JSON.parse(text).picture.src.replace('/media/', '') } }
    },
  },
}
