import { mostCounted } from '@prankpost/contracts'
import { expect, test } from 'vitest'
import { resources } from '../src/app/resources.ts'
import { totalText } from '../src/lib/admin-list.ts'
import { operatorOf } from './pages/fake-api.ts'

const all =
  'Orders|Active|Logs|Mail|Dead Letters|Audit|Parcels|Pranks|Discounts|Customers|Cases|Do Not Prank|Team|Settings'

test.each([
  ['owner', []],
  ['manager', ['Team']],
  ['support', ['Team', 'Dead Letters', 'Audit']],
  ['viewer', ['Team', 'Dead Letters', 'Audit', 'Cases', 'Do Not Prank']],
] as const)('when the role is %s, then it sees all tabs except %j', (role, hidden) => {
  expect(tabsOf(role)).toEqual(all.split('|').filter((name) => !hidden.some((one) => one === name)))
})

test('when the role is packer, then it sees only parcels and pranks', () => {
  expect(tabsOf('packer')).toEqual(['Parcels', 'Pranks'])
})

test('when a list has as many items as the server counts, then its tab says that there may be more', () => {
  expect([totalText(mostCounted), totalText(mostCounted - 1)]).toEqual(['10,000 or more', '9999'])
})

function tabsOf(role: Parameters<typeof operatorOf>[0]) {
  const { may } = operatorOf(role)
  return resources.filter(({ needs }) => may.includes(needs)).map(({ label }) => label)
}
