/**
 * Prints ops/alerts.yml as a PrometheusRule for the Prometheus operator: `node deploy/kubernetes/alert-rules.mjs | kubectl apply -f -`.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const header = `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: prankpost
  namespace: prankpost
spec:
`

/** Converts the text of a Prometheus rules file into a PrometheusRule. */
export function prometheusRule(rules) {
  return header + rules.replaceAll(/^(?=.)/gm, '  ')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(prometheusRule(readFileSync(new URL('../../ops/alerts.yml', import.meta.url), 'utf8')))
}
