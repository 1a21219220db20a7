/** A floor: a server with only one task, in its own process. */
import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { answerCalls } from '../helper-process.ts'
import { openCopies, type Reading } from './copies.ts'

/** The task of a floor. */
export type FloorTask =
  | { kind: 'http'; body: string }
  | { kind: 'express'; body: string }
  | { kind: 'proxy'; target: string }
  | { kind: 'mongoose'; body: string; reading: Reading }

export type FloorWork = {
  /** Starts the server and returns its address. */
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
