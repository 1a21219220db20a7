import { readerServices } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { describe, expect, test } from 'vitest'
import { toastOf } from '../support/customer.ts'
import { tokensTo } from '../support/mails.ts'
import { poison } from '../support/operator-backstage.ts'
import { adminLists, choose, eventually, goToTab, logIn, noteOf, tabOf } from '../support/operator-page.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'

const { open, stack } = withRealStore({ ownStack: true })

const openAdmin = async () => {
  const admin = await open('/admin')
  await logIn(admin, stack().adminPassword)
  await noteOf(admin, 'Login Successful').waitFor()
  return admin
}

describe('messages to the operator', () => {
  test('when the customer writes, then the operator can note, answer and delete it', async () => {
    const account = newAccount()
    const customer = await open('/support', account)
    const form = customer.getByRole('region', { name: 'Contact Us' })
    await eventually(async () => (await form.getByLabel('Email').inputValue()) === account.email)
    await form.getByLabel('Subject').fill('Where is my sock?')
    await form.getByLabel('Message').fill('Ivan has not complained yet.')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await toastOf(customer, "Thank you! We'll get back to you within 24 hours.").waitFor()

    const admin = await openAdmin()
    await goToTab(admin, 'mail')
    await tabOf(admin, 'Mail (1)').waitFor()
    const mail = admin.getByRole('article', { name: 'Where is my sock?' })
    await mail.getByText('Ivan has not complained yet.').waitFor()
    await mail.getByText(account.email).waitFor()
    expect(await mail.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
      `mailto:${account.email}?subject=${encodeURIComponent('Re: Where is my sock?')}`,
    )
    await mail.getByRole('combobox').click({ force: true })
    await choose(admin, 'In Progress')
    await noteOf(admin, 'Message Updated').waitFor()
    await mail.locator('.status-badge', { hasText: 'In Progress' }).waitFor()

    const saves: unknown[] = []
    admin.on('request', (request) => request.method() === 'PUT' && saves.push(request.postDataJSON()))
    const typedAt = Date.now()
    const saved = admin.waitForResponse((response) => response.request().method() === 'PUT')
    await mail.getByLabel('Admin Notes').fill('It was shipped on Friday.')
    expect((await saved).status()).toBe(200)
    expect(Date.now() - typedAt).toBeGreaterThanOrEqual(500)
    expect(saves).toMatchObject([{ adminNotes: 'It was shipped on Friday.' }])
    await admin.reload()
    expect(await mail.getByLabel('Admin Notes').inputValue()).toBe('It was shipped on Friday.')

    await mail.getByRole('button', { name: 'Delete' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await noteOf(admin, 'Message Deleted').waitFor()
    await admin.getByText('No Messages Yet').waitFor()
    await tabOf(admin, 'Mail (0)').waitFor()
  }, 120_000)

  test('when the operator answers, then the customer reads the thread behind the link of the mail, and answers there', async () => {
    const account = newAccount()
    const customer = await open('/support', account)
    const form = customer.getByRole('region', { name: 'Contact Us' })
    await eventually(async () => (await form.getByLabel('Email').inputValue()) === account.email)
    await form.getByLabel('Subject').fill('One sock?')
    await form.getByLabel('Message').fill('Where is the other one?')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await toastOf(customer, "Thank you! We'll get back to you within 24 hours.").waitFor()

    const admin = await openAdmin()
    await goToTab(admin, 'mail')
    const mail = admin.getByRole('article', { name: 'One sock?' })
    await mail.getByText(/Answer due in 2[34] h/).waitFor()
    await mail.getByRole('button', { name: 'Answer' }).click()
    const thread = admin.getByRole('dialog', { name: 'One sock?' })
    await thread.getByRole('button', { name: 'Assign to Me' }).click()
    await thread.getByText('Assigned to you').waitFor()
    await thread.getByLabel('Answer', { exact: true }).fill('There is only <b>one</b>.\nIt is a prank.')
    await thread.getByRole('button', { name: 'Send Answer' }).click()
    await noteOf(admin, 'Answer Sent', account.email).waitFor()

    const token = await until(async () => (await tokensTo(stack(), account.email, 'messages'))[0])
    await customer.goto(`/messages#token=${token}`)
    await customer.getByText('There is only <b>one</b>.').waitFor()
    await customer.getByLabel('Your answer').fill('Well played.')
    await customer.getByRole('button', { name: 'Send Answer' }).click()
    await toastOf(customer, "Thank you! We'll get back to you within 24 hours.").waitFor()

    await admin.reload()
    await thread.getByText('Well played.').waitFor()
    await mail.getByText(/Answer due in 2[34] h/).waitFor()
    await thread.getByRole('button', { name: 'Close' }).click()
    await mail.getByRole('button', { name: 'Delete' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await noteOf(admin, 'Message Deleted').waitFor()
  }, 120_000)

  test('when a message cannot be read, then it is among the dead letters, also after a replay', async () => {
    const { total } = adminLists(stack())
    await poison(stack(), 'achievement', 'contact-saved', 'poison-1')
    await poison(stack(), 'subscription-logs', 'prank-shipped', 'poison-2')
    const lying = async () =>
      (await Promise.all(readerServices.map((service) => total(`dead-letters/${service}`)))).reduce(
        (sum, n) => sum + n,
      )
    await eventually(async () => (await lying()) === 2)
    const admin = await openAdmin()
    await goToTab(admin, 'dead-letters')
    await tabOf(admin, 'Dead Letters (2)').waitFor()
    const deadLetter = admin.getByRole('row').filter({ hasText: 'not a valid contact-saved' })
    await deadLetter.getByRole('button', { name: 'Replay message poison-1' }).click()
    await noteOf(admin, 'Messages Replayed', '1 sent again.').waitFor()
    await noteOf(admin, 'Failed Again', '1 message came back.').waitFor()
    await deadLetter.getByText('Failed again').waitFor()
    await tabOf(admin, 'Dead Letters (2)').waitFor()
    expect(await lying()).toBe(2)
  }, 120_000)
})
