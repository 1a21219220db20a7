import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const shown = 60

/** Writes a report to its file and tells it in words. Answers whether it found nothing wrong. */
export async function tellReport(
  report: { failures: string[] },
  words: string,
  { json, folder }: { json: string; folder: string },
): Promise<boolean> {
  await mkdir(path.dirname(json), { recursive: true })
  await writeFile(json, `${JSON.stringify(report, null, 2)}\n`)
  console.log(words)
  for (const failure of report.failures.slice(0, shown)) console.log(failure)
  if (report.failures.length > shown) console.log(`... and ${report.failures.length - shown} more in ${json}`)
  const isRight = report.failures.length === 0
  console.log(
    isRight ? 'Nothing lost, nothing doubled, all settled.' : `Not proved. Logs and journal: ${folder}`,
  )
  return isRight
}
