import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@prankpost/local-stack'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Catcher, readyOrEnded, startCatcher } from './catcher.ts'

let folder: string
let catcher: Catcher
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-mail-'))
  catcher = await startCatcher(folder)
})
afterAll(async () => {
  await catcher.stop()
  await rm(folder, { recursive: true })
})

const message = (to: string, subject: string, text: string) =>
  [
    'From: PrankPost <hello@prankpost.test>',
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${to}>`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    text,
  ].join('\r\n')

/** Sends a mail over plain SMTP (RFC 5321); returns the server's last reply. */
async function send(to: string, content: string, port = catcher.smtpPort): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  const reply = async () => String((await once(socket, 'data'))[0]).trim()
  await reply()
  let last = ''
  for (const line of [
    'EHLO test',
    'MAIL FROM:<hello@prankpost.test>',
    `RCPT TO:<${to}>`,
    'DATA',
    `${content}\r\n.`,
  ]) {
    socket.write(`${line}\r\n`)
    last = await reply()
  }
  socket.end('QUIT\r\n')
  return last
}
const mails = async (query = '') =>
  (await fetch(`${catcher.url}/mails${query}`)).json() as Promise<
    {
      subject: string
      text: string
      to: string[]
      id: string
      messageId: string
      receivedAt: string
    }[]
  >

describe('the mail catcher', () => {
  test('when a mail is acknowledged, then it is stored in a file, complete and unchanged', async () => {
    const raw = message(
      'pat@example.com',
      'Hello',
      'A link:\r\nhttp://store.test/verify-email#token=3Dabc=\r\ndef',
    )
    expect(await send('pat@example.com', raw)).toMatch(/^250 /)
    const [mail] = await mails('?to=PAT@example.com')
    expect(mail).toMatchObject({ to: ['pat@example.com'], subject: 'Hello', messageId: '<pat@example.com>' })
    expect(mail?.text).toContain('http://store.test/verify-email#token=abcdef')
    expect(await readFile(path.join(folder, `${mail?.id}.eml`), 'utf8')).toContain(raw)
  })

  test('when mails are listed, then the newest is first, for one address or for all, up to a limit', async () => {
    for (const n of [1, 2, 3])
      await send(`order-${n}@example.com`, message(`order-${n}@example.com`, `No. ${n}`, 'x'))
    expect((await mails('?limit=2')).map(({ subject }) => subject)).toEqual(['No. 3', 'No. 2'])
    expect((await mails('?to=order-1@example.com')).map(({ subject }) => subject)).toEqual(['No. 1'])
    expect(await mails('?to=nobody@example.com')).toEqual([])
  })

  test('when a mail is logged, then the log contains receiver, subject and file, but not its text', async () => {
    await send(
      'log@example.com',
      message('log@example.com', 'For the log', 'http://store.test/#token=3Dsecret'),
    )
    const line = await vi.waitUntil(
      () => catcher.lines().find((one) => one.includes('log@example.com')),
      60_000,
    )
    const [mail] = await mails('?to=log@example.com')
    expect(JSON.parse(line)).toMatchObject({
      to: ['log@example.com'],
      subject: 'For the log',
      file: `${mail?.id}.eml`,
    })
    expect(catcher.lines().join()).not.toContain('secret')
  })

  test('when the page is opened, then mails are listed with subject, sender, kind and time, and HTML is escaped', async () => {
    const malicious = message(
      'page@example.com',
      'Sub <b>ject</b>',
      '<script>alert(1)</script> http://store.test/a?b"c',
    ).replace('Subject:', 'X-Mail-Kind: order-paid\r\nSubject:')
    await send('page@example.com', malicious)
    const answer = await fetch(`${catcher.url}/?to=page@example.com`)
    const page = await answer.text()
    const [mail] = await mails('?to=page@example.com')
    for (const shown of [
      'Sub &lt;b&gt;ject&lt;/b&gt;',
      'From &quot;PrankPost&quot;',
      `order-paid, ${mail?.receivedAt}`,
    ])
      expect(page).toContain(shown)
    expect(page).not.toContain('<script>')
    expect(page).toContain('<a href="http://store.test/a?b&quot;c">')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    // It has no HTML, so there is no frame.
    expect(page).not.toContain('<iframe')
    expect((await fetch(`${catcher.url}/mails/${mail?.id}/html`)).status).toBe(404)
  })

  test('when a mail has HTML, then the page shows it in a frame without scripts and without requests', async () => {
    const both = [
      'From: Order Desk <hello@desk.test>',
      'To: html@example.com',
      'Subject: Both',
      'Content-Type: multipart/alternative; boundary="x"',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'As text',
      '--x',
      'Content-Type: text/html',
      '',
      '<html><head><title>x</title></head><body><p>As HTML</p><script>alert(1)</script></body></html>',
      '--x--',
    ].join('\r\n')
    await send('html@example.com', both)
    const page = await (await fetch(`${catcher.url}/?to=html@example.com`)).text()
    const [, src = '', sandbox] = /<iframe [^>]*src="([^"]+)"[^>]*sandbox="([^"]+)"/.exec(page) ?? []
    expect(page).toContain('As text')
    expect(sandbox).toBe('allow-popups allow-popups-to-escape-sandbox')
    const frame = await fetch(catcher.url + src)
    expect(frame.headers.get('content-type')).toContain('text/html')
    expect(frame.headers.get('content-security-policy')).toMatch(
      /default-src 'none';.*sandbox allow-popups allow-popups-to-escape-sandbox$/,
    )
    expect(await frame.text()).toContain('<head><base target="_blank">')
    expect((await fetch(`${catcher.url}/mails/unknown/html`)).status).toBe(404)
  })

  test('when a mail is too large, then it is rejected and nothing is stored', async () => {
    const before = (await readdir(folder)).length
    const large = message('large@example.com', 'Large', 'x\r\n'.repeat(2_000_000))
    expect(await send('large@example.com', large)).toMatch(/^552 /)
    expect((await readdir(folder)).length).toBe(before)
  })

  test('when it is restarted, then earlier mails are still in the list, in the same order', async () => {
    const subjects = (await mails()).map(({ subject }) => subject)
    await catcher.stop()
    catcher = await startCatcher(folder)
    expect((await mails()).map(({ subject }) => subject)).toEqual(subjects)
  })

  test('when its health is checked, then it is ready; an unknown path gets 404', async () => {
    const status = async (at: string) => (await fetch(catcher.url + at)).status
    expect([await status('/healthz'), await status('/readyz'), await status('/etc/passwd')]).toEqual([
      200, 200, 404,
    ])
  })

  test.each([
    [{ NODE_ENV: 'production' }, 'does not run in production'],
    [{ MAIL_DIR: '' }, 'MAIL_DIR must name a folder'],
    [{ SMTP_PORT: 'x' }, 'SMTP_PORT must be a port'],
  ])('when it is started with %j, then it exits with the reason', async (env, why) => {
    const started = readyOrEnded({
      MAIL_DIR: folder,
      PORT: String(await freePort()),
      SMTP_PORT: String(await freePort()),
      ...env,
    })
    expect(await started.outcome).toContain(why)
  })
})
