/** A large number with its label. */
export function Stat({ label, value, colour }: { label: string; value: number; colour: string }) {
  return (
    <div className={`panel flex flex-col-reverse items-center px-3 py-4 text-center ${colour}`}>
      <dt className="font-extrabold">{label}</dt>
      <dd className="font-display text-4xl tabular-nums sm:text-5xl">{value}</dd>
    </div>
  )
}
