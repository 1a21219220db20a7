/** The page at /api/docs. It follows the store's content security policy: no inline script or style. */
export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PrankPost API</title>
<link rel="icon" href="/favicon.png">
<link rel="stylesheet" href="/api/docs/viewer.css">
<link rel="stylesheet" href="/api/docs/page.css">
</head>
<body>
<header>
<a href="/">PrankPost</a>
<nav aria-label="Documents">
<a href="/api/docs/openapi.json">OpenAPI 3.1</a>
<a href="/api/docs/asyncapi.json">AsyncAPI 3.0, the events</a>
</nav>
</header>
<main id="api"><noscript>This page needs JavaScript; the documents above do not.</noscript></main>
<script src="/api/docs/viewer.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

/** Styles that the page adds to the viewer's own. */
export const pageStyle = `body { margin: 0; font-family: system-ui, sans-serif; background: #fff; color: #24292f; }
body > header { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; padding: 0.75rem 20px; background: #24132f; }
body > header a { color: #fff; line-height: 1.5rem; }
body > header > a { font-weight: 700; text-decoration: none; }
body > header nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info p { max-width: 80ch; margin-inline: 0; }
.swagger-ui .responses-inner { overflow-x: auto; }
`

/**
 * Starts the viewer. Calls that a reader tries out go only to the shop that serves the page: the document names no
 * other server, and the external validator of Swagger is switched off. The services are closed at first: all endpoints
 * together are more than the viewer renders at once.
 */
export const startViewer = `SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`
