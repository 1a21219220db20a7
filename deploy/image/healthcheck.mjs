// Exits with 0 if the process of this container is alive, else with 1. Requires no shell and no curl.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
