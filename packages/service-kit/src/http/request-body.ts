import type { IncomingMessage } from 'node:http'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { invalid, lengthRequired, tooLarge, unsupportedEncoding } from '../errors.ts'

/** Refuses by its headers alone a body that does not state its length (411) or is compressed (415): a few bytes may inflate to many. */
export const requirePlainBody: RequestHandler = ({ headers }, _res, next) => {
  if (headers['transfer-encoding'] !== undefined) throw lengthRequired()
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unsupportedEncoding()
  next()
}

/** Refuses a body by the length that it states. @throws 413 with the limit */
export function checkBodyLength({ headers }: IncomingMessage, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

/** Reads the body of a request into `req.body`. @throws 413 before reading when it is too large, 400 when it is broken */
export type BodyReader = (req: Request, res: Response) => Promise<void>

/** Makes a reader of JSON bodies. */
export const jsonReader = (maxBytes: number): BodyReader =>
  reader(
    express.json({ limit: maxBytes, inflate: false, type: ['application/json', 'application/*+json'] }),
    maxBytes,
  )

/** Makes a reader of bodies whose bytes matter: they become a Buffer. */
export const rawReader = (maxBytes: number): BodyReader =>
  reader(express.raw({ limit: maxBytes, inflate: false, type: () => true }), maxBytes)

const reader =
  (parse: RequestHandler, maxBytes: number): BodyReader =>
  (req, res) =>
    new Promise((resolve, reject) => {
      checkBodyLength(req, maxBytes)
      // body-parser would treat the body of a caller who hung up as missing: a replay of some messages as one of all.
      if (!req.socket.readable) throw invalid('The request was cut off.')
      parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)))
    })
