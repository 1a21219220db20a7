// Whether the process of this container is alive: exit code 0 or 1. It needs no shell and no curl.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
