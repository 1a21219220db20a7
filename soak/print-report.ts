import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const shown = 60

/** Writes a report to its file and prints its description. Returns whether it has no failures. */
export async function printReport(
  report: { failures: string[] },
  description: string,
  { json, folder }: { json: string; folder: string },
): Promise<boolean> {
  await mkdir(path.dirname(json), { recursive: true })
  await writeFile(json, `${JSON.stringify(report, null, 2)}\n`)
  console.log(description)
  for (const failure of report.failures.slice(0, shown)) console.log(failure)
  if (report.failures.length > shown) console.log(`... and ${report.failures.length - shown} more in ${json}`)
  const isRight = report.failures.length === 0
  console.log(
    isRight ? 'Nothing lost, nothing doubled, everything settled.' : `Failed. Logs and journal: ${folder}`,
  )
  return isRight
}
