import { maxReplyTemplates, replyTemplateList } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const path = '/api/admin/reply-templates'
const add = (name: string, text = 'Dear {name}') => fixture.operator('POST', path, { name, text })
const list = async () => replyTemplateList.parse((await fixture.operator('GET', path)).body)
const remove = (id: string) => fixture.operator('DELETE', `${path}/${id}`)

test('when a template is added, also twice at once, then it is listed once until it is deleted', async () => {
  const answers = await Promise.all([1, 2].map(() => add('Late')))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const { items, total } = await list()
  expect([items, total]).toEqual([[{ id: answers[0]?.body.id, name: 'Late', text: 'Dear {name}' }], 1])
  expect((await add('Late', 'Another text')).status).toBe(409)
  const id = String(items[0]?.id)
  expect([(await remove(id)).status, (await remove(id)).status, (await remove(newId())).status]).toEqual([
    204, 404, 404,
  ])
  expect((await list()).items).toEqual([])
})

test('when there are 50 then a further one is a 409; without a name or text it is a 400', async () => {
  await fixture.models.templates.insertMany(
    Array.from({ length: maxReplyTemplates }, (_, n) => ({ name: `Text ${n}`, text: 'x' })),
  )
  expect((await add('One more')).status).toBe(409)
  expect([(await add('')).status, (await add('x', ' ')).status]).toEqual([400, 400])
})
