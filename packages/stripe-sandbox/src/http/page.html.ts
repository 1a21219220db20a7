import type { Checkout } from '../checkout.model.ts'
import { formatCents, totalCents } from '../objects/money.ts'
import { successAddress } from '../objects/session.ts'
import { testCards } from '../test-cards.ts'
import { styles } from './page.css.ts'

/** The problem with the entered card, and the number as entered. */
export interface CardProblem {
  message: string
  card: string
}

/** Escapes text for HTML, including attributes. */
export function escapeHtml(value: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return value.replace(/[&<>"']/g, (character) => names[character] ?? character)
}

/** The payment page of a session: the form while it is open, otherwise its outcome. */
export function sessionPage(checkout: Checkout, problem: CardProblem | null = null): string {
  if (checkout.status === 'complete') {
    return page(
      'Payment complete',
      notice(
        checkout,
        'This is paid',
        'Nothing more to do here: your payment went through.',
        'Continue',
        successAddress(checkout),
      ),
    )
  }
  if (checkout.status === 'expired') {
    return page(
      'Checkout expired',
      notice(
        checkout,
        'This checkout has expired',
        'Nothing was charged. Go back and start again.',
        'Back',
        checkout.cancelUrl,
      ),
    )
  }
  return page(problem ? `Error: ${problem.message}` : 'Pay', `${summary(checkout)}${form(checkout, problem)}`)
}

/** The page for an address that belongs to no session. */
export function unknownPage(): string {
  return page(
    'Not found',
    '<section class="card wide"><h1>There is no such checkout</h1><p>The address may be incomplete, or the sandbox was emptied.</p></section>',
  )
}

function notice(
  checkout: Checkout,
  title: string,
  message: string,
  label: string,
  href: string | null,
): string {
  const link = href ? `<a class="button" href="${escapeHtml(href)}">${label}</a>` : ''
  return `${summary(checkout)}<section class="card" aria-labelledby="state"><h2 id="state">${title}</h2><p>${message}</p>${link}</section>`
}

function summary(checkout: Checkout): string {
  const { currency, lines, cancelUrl, status } = checkout
  const every = checkout.mode === 'subscription' ? 'per month' : ''
  const rows = lines.map((line) => {
    const each = line.quantity > 1 ? `<small>${formatCents(line.unitAmountCents, currency)} each</small>` : ''
    const amount = formatCents(line.unitAmountCents * line.quantity, currency)
    return `<li><span class="what">${escapeHtml(line.name)}<small>Quantity ${line.quantity}</small></span><span class="amount">${amount}${each}</span></li>`
  })
  const back =
    cancelUrl && status === 'open'
      ? `<a class="back" href="${escapeHtml(cancelUrl)}"><span aria-hidden="true">←</span> Back</a>`
      : ''
  const total = formatCents(totalCents(lines), currency)
  const verb = status === 'complete' ? 'Paid' : checkout.mode === 'subscription' ? 'Subscribe' : 'Pay'
  return `<section class="summary" aria-labelledby="total">${back}
<p class="label">${verb}</p>
<h1 id="total"><span class="sum">${total}</span>${every && ` <span class="every">${every}</span>`}</h1>
<ul class="lines">${rows.join('')}</ul>
<p class="line-total"><span>Total${every && ` ${every}`}</span><strong>${total}</strong></p></section>`
}

const testNumbers = Object.entries(testCards)
  .map(
    ([digits, { about }]) => `<div><dt>${digits.replace(/(.{4})(?=.)/g, '$1 ')}</dt><dd>${about}</dd></div>`,
  )
  .join('')

function form(checkout: Checkout, problem: CardProblem | null): string {
  const email = checkout.customerEmail ?? checkout.customer?.email
  const error = problem
    ? `<p class="error" id="card-error" role="alert">${escapeHtml(problem.message)}</p>`
    : ''
  const state = problem ? ' aria-invalid="true" autofocus' : ''
  return `<section class="card" aria-labelledby="how"><h2 id="how">Pay with card</h2>
${email ? `<p class="email"><span>Email</span> ${escapeHtml(email)}</p>` : ''}
<form method="post" action="/c/pay/${escapeHtml(checkout._id)}">
<label for="card">Card number</label>
<input id="card" name="card" type="text" inputmode="numeric" autocomplete="cc-number" maxlength="40" placeholder="4242 4242 4242 4242" value="${escapeHtml(problem?.card ?? '')}" aria-describedby="${problem ? 'card-error ' : ''}card-help" required${state}>
${error}<button type="submit">Pay</button></form>
<div id="card-help" class="help"><p>No real card is charged here. Test cards:</p>
<dl>${testNumbers}</dl></div></section>`
}

/** A page of the sandbox. */
export function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Sandbox checkout</title>
<style>${styles}</style>
</head>
<body>
<header><strong class="mode">TEST MODE</strong> <span>Sandbox checkout: no money moves.</span></header>
<main>${main}</main>
</body>
</html>
`
}
