/** The postmark on a selected card. It is hidden from screen readers: the card's button has `aria-pressed`. */
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
