/** The postmark that thumps onto what was picked; the button itself tells screen readers. */
export function PickedMark() {
  return (
    <span
      aria-hidden="true"
      className="postmark -rotate-12 pointer-events-none absolute top-4 -left-1 animate-thump bg-card px-3 py-0.5 text-xl text-pop-deep"
    >
      Picked
    </span>
  )
}
