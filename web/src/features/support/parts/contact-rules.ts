import { zodResolver } from '@hookform/resolvers/zod'
import { contactSubmitInput } from '@prankpost/contracts/support'

export default zodResolver(contactSubmitInput)
