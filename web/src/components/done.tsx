import { useFocusOnArrival } from '../lib/use-focus.ts'

/** What was done, with the focus: the button that did it is gone. */
export function Done({ message }: { message: string }) {
  const ref = useFocusOnArrival<HTMLParagraphElement>()
  return (
    <p ref={ref} role="status" tabIndex={-1} className="font-bold">
      {message}
    </p>
  )
}
