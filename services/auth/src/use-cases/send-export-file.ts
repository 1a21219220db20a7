import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { customerDataServices, exportSections, productName, toAgreement } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { Response } from 'express'
import { type CustomerExport, partId } from '../data-export.model.ts'
import type { Deps } from '../deps.ts'
import { passwordChangedAtOf } from '../user.model.ts'

type FileDeps = Pick<Deps, 'users' | 'dataExports' | 'exportParts'>

/**
 * Streams the customer's file part by part, so memory use does not depend on its size. A failure midway closes the
 * connection, so the client detects an incomplete file.
 * @throws 404 when there is no file or it has expired
 */
export async function sendExportFile({ id }: { id: string }, res: Response, deps: FileDeps): Promise<void> {
  const file = await deps.dataExports.findById(id).lean()
  if (file === null || file.readyAt === null || file.expiresAt < new Date()) {
    throw notFound('There is no file of your data. Please ask for one.')
  }
  const account = await accountOf(id, deps)
  const day = file.requestedAt.toISOString().slice(0, 10)
  res.setHeader('content-type', 'application/json; charset=utf-8')
  res.setHeader('content-disposition', `attachment; filename="prankpost-data-${day}.json"`)
  res.setHeader('cache-control', 'no-store')
  try {
    await pipeline(Readable.from(textOf(file, account, deps)), res)
  } catch (error) {
    // The client cancelled the download.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

async function accountOf(id: string, { users }: FileDeps) {
  const user = await users.findById(id).lean()
  if (user === null || user.deletion !== undefined) throw notFound('There is no such account.')
  const { email, firstName, lastName, createdAt, emailVerifiedAt } = user
  const { mailsOff = [], agreements = [] } = user
  return {
    id,
    email,
    firstName,
    lastName,
    createdAt,
    emailVerifiedAt,
    passwordSetAt: passwordChangedAtOf(user),
    mailsOff,
    agreements: agreements.map(toAgreement),
  }
}

async function* textOf(file: CustomerExport, account: object, { exportParts }: FileDeps) {
  const about = `Everything that ${productName} keeps about you, as of the time below.`
  yield `{\n  "about": ${JSON.stringify(about)},\n  "gatheredAt": ${JSON.stringify(file.readyAt)},\n`
  yield `  "account": ${indented(account, '  ')}`
  for (const service of customerDataServices) {
    yield `,\n  "${exportSections[service]}": [`
    let isFirst = true
    // Parts after the last one come from an interrupted attempt.
    for (let part = 0; part < (file.parts[service] ?? 0); part++) {
      const stored = await exportParts.findById(partId(file.exportId, service, part)).lean()
      if (stored === null) throw new Error(`part ${part} of ${service} is missing`)
      for (const record of stored.records) {
        yield `${isFirst ? '' : ','}\n    ${indented(JSON.parse(record), '    ')}`
        isFirst = false
      }
    }
    yield isFirst ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

const indented = (value: unknown, indent: string) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
