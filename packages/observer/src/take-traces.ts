import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { z } from 'zod'
import { readExport } from './otlp.ts'
import type { TraceStore } from './trace-store.ts'

/** The largest body that is read, unpacked. */
const largestBody = '4mb'
/** So many are read at once; together with their size that bounds what a flood takes. */
const bodiesAtOnce = 8

// Codes of google.rpc.Status, which OTLP answers failures with.
const invalidArgument = 3
const resourceExhausted = 8
const unavailable = 14

/**
 * `POST /v1/traces`: OTLP over HTTP in JSON, plain or gzip. 400 for what is none, 413 for what is too large, 415 for
 * another type, 503 while too many are read at once. Only a sender that names its type may: no page of another site can.
 */
export function takeTraces(traces: TraceStore): (RequestHandler | ErrorRequestHandler)[] {
  return [
    requireJson,
    takeTurns(),
    express.json({ limit: largestBody, type: 'application/json', strict: true }),
    (req: Request, res: Response) => {
      const refused = traces.add(readExport(req.body))
      res.json(
        refused === 0
          ? {}
          : {
              partialSuccess: {
                rejectedSpans: String(refused),
                errorMessage: 'A trace has more spans than are kept.',
              },
            },
      )
    },
    answerInOtlp,
  ]
}

const requireJson: RequestHandler = (req, res, next) => {
  if (req.is('application/json')) return next()
  const message = 'Send OTLP as application/json (OTEL_EXPORTER_OTLP_PROTOCOL=http/json).'
  res.status(415).json({ code: invalidArgument, message })
}

function takeTurns(): RequestHandler {
  let underWay = 0
  return (req, res, next) => {
    if (underWay >= bodiesAtOnce) {
      // What is still on its way is read and thrown away, so that the sender gets its answer.
      req.resume()
      return void res
        .status(503)
        .set('retry-after', '1')
        .json({ code: unavailable, message: 'Too much at once.' })
    }
    underWay += 1
    res.once('close', () => {
      underWay -= 1
    })
    next()
  }
}

const answerInOtlp: ErrorRequestHandler = (error, _req, res, next) => {
  if (error instanceof z.ZodError) {
    return void res
      .status(400)
      .json({ code: invalidArgument, message: z.prettifyError(error).slice(0, 1_000) })
  }
  const status = Number(error?.status)
  if (status === 413) {
    return void res
      .status(413)
      .json({ code: resourceExhausted, message: `At most ${largestBody} are taken at once.` })
  }
  if (status >= 400 && status < 500) {
    return void res.status(status).json({ code: invalidArgument, message: 'The body could not be read.' })
  }
  next(error)
}
