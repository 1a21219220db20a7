// Fetches the page anew while somebody looks at it, and puts the parts marked `data-live` in their places. What the
// reader has opened, marked or focused stays as it is.
const everyMs = 5_000
const bar = document.getElementById('live')
const state = document.getElementById('live-state')
const toggle = document.getElementById('live-toggle')
let isPaused = false

function say(text, isAway = false) {
  state.textContent = text
  bar.classList.toggle('away', isAway)
  bar.classList.toggle('paused', isPaused)
}

async function refresh() {
  if (isPaused || document.hidden || String(getSelection())) return
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(everyMs) })
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = fresh.getElementById(part.id)
      if (next && !isPaused) replace(part, next)
    }
    say(`live · ${new Date().toLocaleTimeString('en-GB')}`)
  } catch {
    say('the observer does not answer', true)
  }
}

function replace(part, next) {
  const opened = [...part.querySelectorAll('details[open]')].map(({ id }) => id)
  for (const id of opened) next.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '')
  if (part.innerHTML === next.innerHTML) return
  const focused = part.contains(document.activeElement) ? document.activeElement : null
  const way = focused?.closest('[id]')
  const isSummary = focused?.tagName === 'SUMMARY'
  part.replaceChildren(...next.childNodes)
  if (!way || !part.contains(document.getElementById(way.id))) return
  const again = document.getElementById(way.id)
  const target = isSummary ? again.querySelector('summary') : again
  target.focus({ preventScroll: true })
}

toggle.addEventListener('click', () => {
  isPaused = !isPaused
  toggle.setAttribute('aria-pressed', String(isPaused))
  toggle.textContent = isPaused ? 'Resume' : 'Pause'
  say(isPaused ? 'paused' : 'live')
  refresh()
})

if (document.querySelector('[data-live]')) {
  bar.hidden = false
  setInterval(refresh, everyMs)
  document.addEventListener('visibilitychange', refresh)
}
