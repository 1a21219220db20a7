import type { Page } from 'playwright-core'
import { noteOf } from './operator-page.ts'

/** The password that invited operators set. */
const operatorPassword = 'seven quiet snails'

/** A colleague to be invited. */
export interface Colleague {
  name: string
  email: string
}

/** On the tab Team: invites a colleague with this role, such as `Packer`. */
export async function invite(owner: Page, { name, email }: Colleague, role: string) {
  await owner.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = owner.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel(new RegExp(`^${role}`)).check()
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await noteOf(owner, 'Invitation Sent', email).waitFor()
}

/** Follows the link of an invitation and sets the password. */
export async function accept(page: Page, link: string) {
  await page.goto(new URL(link).pathname + new URL(link).hash)
  await page.getByLabel('New password').fill(operatorPassword)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await page.getByLabel('Email', { exact: true }).waitFor()
}

/** On the card 'Admin Access': signs in with an account. */
export async function signIn(page: Page, email: string, password = operatorPassword) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
