/** The series that a query reads. */
export interface PromQuery {
  series: { name: string; matchers: { label: string; values: string[] }[] }[]
  /** The labels that it sums by. */
  by: string[]
}

const keywords = ['by', 'or', 'and', 'unless']

/**
 * Parses a PromQL expression, as far as our dashboards need it: the series with their matchers (the alternatives
 * of `=` and `=~` that are plain strings), and the labels after `by`.
 */
export function readQuery(expr: string): PromQuery {
  const by = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
  const selectors: string[] = []
  const bare = expr
    .replace(/ by \([^)]*\) /g, '')
    .replace(/\{([^}]*)\}/g, (_all, text: string) => `#${selectors.push(text) - 1}`)
    .replace(/\[[^\]]*\]/g, '')
  const series = [...bare.matchAll(/\b([a-z]\w*)\b(?!\()(?:#(\d+))?/g)]
    .filter(([, name = '']) => !keywords.includes(name))
    .map(([, name = '', selector]) => ({ name, matchers: matchersOf(selectors[Number(selector)] ?? '') }))
  return { series, by: [...new Set(by)] }
}

function matchersOf(text: string) {
  return [...text.matchAll(/(\w+)(=~|!=|!~|=)"([^"]*)"/g)].map(([, label = '', sign = '', value = '']) => ({
    label,
    values: sign.startsWith('!') ? [] : value.split('|').filter((one) => /^[\w/:-]+$/.test(one)),
  }))
}
