import type { IncomingMessage } from 'node:http'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { invalid, lengthRequired, tooLarge, unsupportedEncoding, unsupportedType } from '../errors.ts'

/**
 * Checks only the headers, and refuses a body that does not state its length (411) or is compressed (415), because a few
 * bytes may inflate to many.
 */
export const requirePlainBody: RequestHandler = ({ headers }, _res, next) => {
  if (headers['transfer-encoding'] !== undefined) throw lengthRequired()
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unsupportedEncoding()
  next()
}

/** Refuses a body whose stated length exceeds the limit. @throws 413 with the limit */
export function checkBodyLength({ headers }: IncomingMessage, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

/** Reads a request's body into `req.body`. @throws 413 before reading when it is too large, 400 when it is malformed */
export type BodyReader = (req: Request, res: Response) => Promise<void>

/** Creates a reader of JSON bodies. */
export const jsonReader = (maxBytes: number): BodyReader =>
  reader(
    express.json({ limit: maxBytes, inflate: false, type: ['application/json', 'application/*+json'] }),
    maxBytes,
  )

/** Creates a reader that keeps the exact bytes of a body, as a Buffer. */
export const rawReader = (maxBytes: number): BodyReader =>
  reader(express.raw({ limit: maxBytes, inflate: false, type: () => true }), maxBytes)

/** Creates a reader of files. @throws 415 before reading when the media type is none of `types` */
export const uploadReader = (maxBytes: number, types: readonly string[]): BodyReader => {
  const readRaw = rawReader(maxBytes)
  return async (req, res) => {
    if (!req.is([...types])) throw unsupportedType(types)
    await readRaw(req, res)
  }
}

const reader =
  (parse: RequestHandler, maxBytes: number): BodyReader =>
  (req, res) =>
    new Promise((resolve, reject) => {
      checkBodyLength(req, maxBytes)
      // body-parser would treat the body of a disconnected caller as missing: a replay of some messages would replay all.
      if (!req.socket.readable) throw invalid('The request was cut off.')
      parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)))
    })
