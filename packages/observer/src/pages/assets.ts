import { readFileSync } from 'node:fs'

/** What pages load: their style, their script, their icon. */
export function assets(): { path: string; type: string; content: string }[] {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  return [
    { path: '/style.css', type: 'css', content: styles.map((name) => read(`style/${name}.css`)).join('\n') },
    { path: '/live.js', type: 'js', content: read('live.js') },
    { path: '/icon.svg', type: 'svg', content: icon },
  ]
}

const styles = ['base', 'tables', 'waterfall', 'colours']

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4f46e5"/>
<path d="M6 9h12v4H6zM12 15h14v4H12zM18 21h8v4h-8z" fill="#fff"/></svg>`
