import type { PortalSession, StoredCustomer } from '../customer.model.ts'
import { type CardProblem, escapeHtml, page } from './page.html.ts'

interface Shown {
  session: PortalSession
  customer: StoredCustomer
  /** The last four digits of the card that pays renewals. */
  lastFour: string | null
  isSaved?: boolean
  problem?: CardProblem
}

/** The page of the billing portal: the present card and the form that replaces it. */
export function portalPage(shown: Shown): string {
  const { problem } = shown
  return page(problem ? `Error: ${problem.message}` : 'Your card', `${summary(shown)}${form(shown)}`)
}

function summary({ session, customer, lastFour, isSaved }: Shown): string {
  const back = session.returnUrl
    ? `<a class="back" href="${escapeHtml(session.returnUrl)}">← Back to the shop</a>`
    : ''
  const saved = isSaved ? '<p role="status"><strong>Your new card is saved.</strong></p>' : ''
  const card = lastFour === null ? 'No card yet' : `•••• ${escapeHtml(lastFour)}`
  const email = customer.email ? `<p class="email"><span>Email</span> ${escapeHtml(customer.email)}</p>` : ''
  return `<section class="summary" aria-labelledby="present">${back}<p class="label" id="present">Card for renewals</p>
<h1>${card}</h1>${saved}${email}</section>`
}

function form({ session, problem }: Shown): string {
  const error = problem
    ? `<p class="error" id="card-error" role="alert">${escapeHtml(problem.message)}</p>`
    : ''
  const state = problem ? ' aria-invalid="true" autofocus' : ''
  return `<section class="card" aria-labelledby="how"><h2 id="how">Replace your card</h2>
<form method="post" action="/p/session/${escapeHtml(session._id)}">
<label for="card">Card number</label>
<input id="card" name="card" type="text" inputmode="numeric" autocomplete="cc-number" maxlength="40" placeholder="4242 4242 4242 4242" value="${escapeHtml(problem?.card ?? '')}" aria-describedby="${problem ? 'card-error ' : ''}card-help" required${state}>
${error}<button type="submit">Save card</button></form>
<div id="card-help" class="help"><p>No real card is charged here. Test cards:</p>
<dl><div><dt>4242 4242 4242 4242</dt><dd>pays</dd></div>
<div><dt>4000 0000 0000 0341</dt><dd>is saved; renewals are declined</dd></div>
<div><dt>4000 0000 0000 0002</dt><dd>is declined</dd></div></dl></div></section>`
}
