import { zodResolver } from '@hookform/resolvers/zod'
import { contactSubmitInput } from '@prankpost/contracts/support'
import { z } from 'zod'

export default zodResolver(contactSubmitInput.extend({ idempotencyKey: z.string() }))
