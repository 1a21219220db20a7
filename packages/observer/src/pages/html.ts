/** A piece of HTML. Only `html` makes it, so what is not one is text and gets escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | false | null | undefined | Part[]

/**
 * HTML in which every value is escaped, in texts and in quoted attributes; lists are joined, absent values are nothing.
 * @example html`<a href="/traces/${id}">${name}</a>`
 */
export function html(texts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(texts.map((text, index) => text + markupOf(values[index])).join(''))
}

function markupOf(value: Part): string {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(markupOf).join('')
  if (value === false || value === null || value === undefined) return ''
  return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
