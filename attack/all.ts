import { adminLockOut } from './attacks/admin-lock-out.ts'
import { blackBook } from './attacks/black-book.ts'
import { cachedReads } from './attacks/cached-reads.ts'
import { chosenRequestId } from './attacks/chosen-request-id.ts'
import { chunkedBodies } from './attacks/chunked-bodies.ts'
import { compressedBodies } from './attacks/compressed-bodies.ts'
import { compressedWebhooks } from './attacks/compressed-webhooks.ts'
import { craftedLabels } from './attacks/crafted-labels.ts'
import { csvFormulas } from './attacks/csv-formulas.ts'
import { foreignTraces } from './attacks/foreign-traces.ts'
import { invisibleNames } from './attacks/invisible-names.ts'
import { linkedParcels } from './attacks/linked-parcels.ts'
import { missingHeaders } from './attacks/missing-headers.ts'
import { oddRequests } from './attacks/odd-requests.ts'
import { otherModeWebhook } from './attacks/other-mode-webhook.ts'
import { parallelExports } from './attacks/parallel-exports.ts'
import { reusedLinks } from './attacks/reused-links.ts'
import { signInFlood } from './attacks/sign-in-flood.ts'
import { skippedReplicas } from './attacks/skipped-replicas.ts'
import { smuggledRequests } from './attacks/smuggled-requests.ts'
import { unauditedReads } from './attacks/unaudited-reads.ts'
import { unpaidOrders } from './attacks/unpaid-orders.ts'
import { unreadBodies } from './attacks/unread-bodies.ts'
import { verificationLink } from './attacks/verification-link.ts'
import type { Attack } from './frame/attack.ts'

/** All attacks by finding, then those that never succeeded; the last one locks new addresses out of the admin. */
export const attacks: Attack[] = [
  compressedBodies,
  compressedWebhooks,
  unreadBodies,
  verificationLink,
  signInFlood,
  linkedParcels,
  chunkedBodies,
  skippedReplicas,
  unpaidOrders,
  csvFormulas,
  craftedLabels,
  invisibleNames,
  unauditedReads,
  chosenRequestId,
  missingHeaders,
  oddRequests,
  blackBook,
  foreignTraces,
  otherModeWebhook,
  parallelExports,
  smuggledRequests,
  cachedReads,
  reusedLinks,
  adminLockOut,
]
