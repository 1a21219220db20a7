import { type Html, html } from './html.ts'

/** A whole page as text. */
export function layout({ title, body }: { title: string; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · PrankPost observer</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
<script src="/live.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
  <a class="brand" href="/"><img src="/icon.svg" alt="" width="24" height="24"> PrankPost <span>observer</span></a>
  <nav class="rooms" aria-label="Sections"><a href="/#traces-title">Traces</a><a href="/#processes-title">Processes</a></nav>
  <div class="live" id="live" hidden>
    <span class="live-state" id="live-state">live</span>
    <button type="button" id="live-toggle" aria-pressed="false">Pause</button>
  </div>
  <noscript>Without scripts: reload to look again.</noscript>
</header>
<main id="content">
${body}
</main>
</body>
</html>
`.markup
}

/** The page for what is not there. */
export function notFoundPage(message: string): string {
  const body = html`<section class="card empty"><h1>Not here</h1><p>${message}</p><p><a href="/">To the latest traces</a></p></section>`
  return layout({ title: 'Not here', body })
}

/** A service's name with its colour. */
export function serviceTag(service: string, colour: string): Html {
  return html`<span class="tag ${colour}"><i class="dot" aria-hidden="true"></i>${service}</span>`
}
