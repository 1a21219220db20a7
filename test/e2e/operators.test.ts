import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accept, invite, signIn } from '../support/operator-accounts.ts'
import { choose, goToTab, logIn, noteOf, tabOf } from '../support/operator-page.ts'
import { codeOf, invitationTo } from '../support/operators.ts'
import { withRealStore } from '../support/real-store.ts'

const { open, stack, expectRefusals } = withRealStore({ isOneStory: true })
const person = (role: string) => ({ name: `Kim ${role}`, email: `kim-${role}-${process.pid}@shop.test` })
const packer = person('packer')
const manager = person('manager')
let owner: Page
let kim: Page

test('when the owner invites a packer, then the packer sets a password, and sees only what the role may see', async () => {
  owner = await open('/admin?tab=team')
  await logIn(owner, stack().adminPassword)
  await invite(owner, packer, 'Packer')

  const link = await invitationTo(stack(), packer.email)
  kim = await open('/admin')
  await kim.goto(new URL(link).pathname + new URL(link).hash)
  await kim.getByText(packer.email).waitFor()
  expectRefusals('400 /api/operators/invitation/accept', '401 /api/operators/sign-in')
  await kim.getByLabel('New password').fill('passwordpassword')
  await kim.getByRole('button', { name: 'Set Password' }).click()
  await kim.getByText('This password is common or easy to guess.').waitFor()
  await accept(kim, link)

  await signIn(kim, packer.email, 'another password')
  await noteOf(kim, 'Login Failed', 'Invalid email, password or code.').waitFor()
  await signIn(kim, packer.email)
  await kim.getByRole('tab', { name: /^Pranks/ }).waitFor()
  const tabs = await kim.getByRole('tab').allTextContents()
  expect(tabs.filter((tab) => /Orders|Auto-Prank|Logs|Mail|Dead|Audit|Team|Customers/.test(tab))).toEqual([])
  expect(await kim.getByText('Overview').count()).toBe(0)
  expect(await kim.getByRole('button', { name: 'Add Prank' }).count()).toBe(0)
})

test('when a manager signs in, then one-time codes are set up first, and are asked for at the next sign-in', async () => {
  await invite(owner, manager, 'Manager')
  const page = await open('/admin')
  await accept(page, await invitationTo(stack(), manager.email))
  await signIn(page, manager.email)
  await page.getByRole('heading', { name: 'One-time Codes' }).waitFor()
  const secret = (await page.locator('.totp-key').textContent()) ?? ''
  // The page still reads counts when the server has ended its session.
  expectRefusals('400 /api/operators/totp/confirm', '422 /api/operators/sign-in', /^401 \/api\/admin\//)
  await page.getByLabel(/six digits/).fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('This code is not right.').waitFor()
  await page.getByLabel(/six digits/).fill(codeOf(secret.trim()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = (await page.locator('.totp-codes').textContent()) ?? ''
  await page.getByRole('button', { name: 'I Have Saved Them' }).click()
  await tabOf(page, 'Team').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: /^Orders/ }).waitFor()

  await page.getByRole('button', { name: 'Logout' }).click()
  await noteOf(page, 'Logged Out').waitFor()
  await signIn(page, manager.email)
  await page.getByLabel('One-time code').fill(codes.split('\n')[0] ?? '')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: `Your account, ${manager.name}` }).click()
  await page.getByText('This one').waitFor()
  await page.getByText('Chrome on Linux, last used').waitFor()
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await noteOf(page, 'Signed Out Everywhere').waitFor()
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
})

test('when the owner changes a role and removes the colleague, then both hold at the next call', async () => {
  expectRefusals(/^401 /, /^403 /)
  await goToTab(owner, 'team')
  const card = owner.getByRole('article', { name: packer.name })
  await card.getByRole('combobox', { name: `Role of ${packer.name}` }).click()
  await choose(owner, 'Viewer')
  await owner.getByRole('button', { name: 'Change Role' }).click()
  await noteOf(owner, 'Role Changed', packer.name).waitFor()
  await kim.reload()
  await kim.getByRole('tab', { name: /^Orders/ }).waitFor()

  await card.getByRole('button', { name: 'Remove' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await noteOf(owner, 'Removed', packer.name).waitFor()
  await kim.reload()
  await kim.getByRole('heading', { name: 'Admin Access' }).waitFor()
})
