import { on, type Route } from '@prankpost/service-kit'
import type { Request } from 'express'
import type { Deps } from './deps.ts'
import { acceptInvitation, readInvitation } from './use-cases/accept-invitation.ts'
import { changeOperator, removeOperator } from './use-cases/change-operator.ts'
import { markBrowser } from './use-cases/check-admin-password.ts'
import { inviteOperator } from './use-cases/invite-operator.ts'
import { listOperators } from './use-cases/list-operators.ts'
import { confirmTotp, readMe, setUpTotp } from './use-cases/set-up-totp.ts'
import { signInOperator } from './use-cases/sign-in-operator.ts'

/** The endpoints of operators: their accounts, sessions and one-time codes. */
export const operatorRoutes = (deps: Deps): Route[] => [
  on('GET /api/admin/operators', ({ query }) => listOperators(query, deps)),
  on('POST /api/admin/operators', ({ body }) => inviteOperator(body, deps)),
  on('PATCH /api/admin/operators/:id', ({ params, body }) => changeOperator({ ...params, ...body }, deps)),
  on('DELETE /api/admin/operators/:id', ({ params }) => removeOperator(params, deps)),
  on('POST /api/operators/sign-in', async ({ body, req, res }) => {
    const { operatorAccess, sessions } = deps
    const address = addressOf(req)
    const call = { address, browser: sessions.operatorBrowserOf(req), requestId: String(req.id) }
    const operator = await signInOperator({ ...body, ...call }, deps)
    // The new session replaces the one of the request.
    await endOwnSession(req, deps)
    const browser = req.headers['user-agent'] ?? ''
    const token = await operatorAccess.start(operator, { address, browser })
    const mark = await markBrowser(deps)
    sessions.setOperatorSession(token, res)
    sessions.setOperatorBrowser(mark, res)
    const { _id: id, name, role } = operator
    return readMe({ id, name, role, needsTotp: false }, deps)
  }),
  on('POST /api/operators/sign-out', async ({ req, res }) => {
    // Cleared first: when the database is unavailable the answer is a 503, but this browser is signed out.
    deps.sessions.setOperatorSession(null, res)
    await endOwnSession(req, deps)
    return { message: 'You are signed out.' }
  }),
  on('GET /api/operators/me', ({ operator }) => readMe(operator, deps)),
  on('GET /api/operators/sessions', ({ operator: { id }, req }) =>
    id === null ? [] : deps.operatorAccess.list(id, deps.sessions.operatorSessionOf(req)),
  ),
  on('DELETE /api/operators/sessions', async ({ operator: { id }, res }) => {
    deps.sessions.setOperatorSession(null, res)
    if (id !== null) await deps.operatorAccess.endAll(id)
  }),
  on('POST /api/operators/totp', ({ operator }) => setUpTotp(operator, deps)),
  on('POST /api/operators/totp/confirm', ({ operator: { id }, body }) => confirmTotp({ id, ...body }, deps)),
  on('POST /api/operators/invitation', ({ body }) => readInvitation(body, deps)),
  on('POST /api/operators/invitation/accept', ({ body, req }) =>
    acceptInvitation({ ...body, address: addressOf(req) }, deps),
  ),
]

async function endOwnSession(req: Request, { sessions, operatorAccess }: Deps): Promise<void> {
  const token = sessions.operatorSessionOf(req)
  if (token !== undefined) await operatorAccess.end(token)
}

const addressOf = (req: Request) => req.ip ?? 'unknown'
