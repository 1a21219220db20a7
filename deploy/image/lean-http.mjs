/**
 * A preload (`node --import`). Who imports `node:http` as a module gets every export of it read, and some of them
 * (WebSocket and its events) load undici: 13 MB of a process that may never call fetch. With this, the import brings
 * what servers and calls are made of, and no more; `require` brings no more than that by itself.
 */
import { registerHooks } from 'node:module'

const http = process.getBuiltinModule('node:http')

export default http
export const {
  Agent,
  ClientRequest,
  IncomingMessage,
  METHODS,
  OutgoingMessage,
  STATUS_CODES,
  Server,
  ServerResponse,
  createServer,
  get,
  globalAgent,
  maxHeaderSize,
  request,
  setMaxIdleHTTPParsers,
  validateHeaderName,
  validateHeaderValue,
} = http

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isHttp = specifier === 'node:http' || specifier === 'http'
    if (!isHttp || !context.conditions.includes('import')) return nextResolve(specifier, context)
    return { url: import.meta.url, format: 'module', shortCircuit: true }
  },
})
