import { zodResolver } from '@hookform/resolvers/zod'
import { doNotPrankInput } from '@prankpost/contracts/do-not-prank'

export default zodResolver(doNotPrankInput)
