/** A floor: a server that does only one thing, in a process of its own. */
import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { answerCalls } from '../helper-process.ts'
import { openCopies, type Reading } from './copies.ts'

/** What one floor does. */
export type FloorTask =
  | { kind: 'http'; body: string }
  | { kind: 'express'; body: string }
  | { kind: 'proxy'; target: string }
  | { kind: 'mongoose'; body: string; reading: Reading }

export type FloorWork = {
  /** Serves, and answers with its address. */
  serve: (task: FloorTask) => Promise<string>
}

async function listenerOf(task: FloorTask): Promise<RequestListener> {
  if (task.kind === 'http') {
    const value = JSON.parse(task.body)
    return (_req, res) => {
      res.setHeader('content-type', 'application/json; charset=utf-8')
      res.end(JSON.stringify(value))
    }
  }
  if (task.kind === 'express') {
    const value = JSON.parse(task.body)
    return express().get('/', (_req, res) => void res.json(value))
  }
  if (task.kind === 'mongoose') {
    const value = JSON.parse(task.body)
    const read = await openCopies(task.reading)
    return express().get('/', async (_req, res) => {
      await read()
      res.json(value)
    })
  }
  const agent = new http.Agent({ keepAlive: true })
  return express().use(createProxyMiddleware({ target: task.target, agent }))
}

answerCalls({
  async serve(task) {
    const server = http.createServer(await listenerOf(task))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
} satisfies FloorWork)
