import type { AdminTextVersion, TextName } from '@prankpost/contracts/text'
import { formatDateTime } from '@prankpost/web-kit'
import { Button } from 'antd'
import { textLabels } from './text-labels.ts'

interface VersionListProps {
  name: TextName
  versions: AdminTextVersion[]
  /** Puts a version into the editor; null for operators who may not publish. */
  onRestore: ((version: AdminTextVersion) => void) | null
}

/** The versions of a text, latest first. An older one is restored by publishing it again. */
export function VersionList({ name, versions, onRestore }: VersionListProps) {
  return (
    <section aria-labelledby="versions-title">
      <h3 id="versions-title">Versions</h3>
      <ol className="text-list" aria-label="Versions">
        {versions.map((version, index) => (
          <li key={version.id}>
            <strong>{version.label}</strong>
            <span className="hint">
              {formatDateTime(version.publishedAt)}, by {version.by}
            </span>
            <span className="card-actions">
              {name !== 'faq' && (
                <a
                  href={`${textLabels[name].page}?version=${version.version}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  Read version {version.version}
                </a>
              )}
              {onRestore && index > 0 && (
                <Button
                  size="small"
                  aria-label={`Restore version ${version.version}`}
                  onClick={() => onRestore(version)}
                >
                  Restore
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
