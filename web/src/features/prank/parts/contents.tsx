/** What is in the parcel, and its allergens, as the recipient reads them. */
export function Contents({ contents, allergens }: { contents: string; allergens: string }) {
  return (
    <section aria-labelledby="contents" className="mt-10 sm:mt-14">
      <h2 id="contents" className="text-3xl sm:text-4xl">
        What Is in It
      </h2>
      <dl className="panel mt-4 grid gap-5 p-5 sm:p-6 md:grid-cols-2 md:gap-8">
        <Fact name="Contents" text={contents} />
        <Fact name="Allergens" text={allergens} />
      </dl>
    </section>
  )
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="font-display text-xl">{name}</dt>
      <dd className="mt-1 whitespace-pre-wrap break-words">{text || 'Not stated. Please ask us.'}</dd>
    </div>
  )
}
