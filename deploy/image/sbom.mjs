// Runs during the build of the images: `sbom.mjs FILE` removes from a CycloneDX SBOM what differs between any two builds.
import { readFileSync, writeFileSync } from 'node:fs'

const [file = ''] = process.argv.slice(2)
const { serialNumber: _, ...sbom } = JSON.parse(readFileSync(file, 'utf8'))
delete sbom.metadata.timestamp
const by = (key) => (a, b) => (a[key] < b[key] ? -1 : 1)
sbom.components.sort(by('bom-ref'))
sbom.dependencies.sort(by('ref'))
for (const { dependsOn } of sbom.dependencies) dependsOn?.sort()
writeFileSync(file, JSON.stringify(sbom, null, 2))
