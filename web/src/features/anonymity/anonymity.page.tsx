import { productName } from '@prankpost/contracts/constants'
import { Link } from 'wouter'
import { version } from '../../../../package.json'
import { Banner } from '../../components/banner.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../lib/paths.ts'
import { parcels, searchedPlaces, senders } from './searched.ts'

const link = 'font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep'
const count = (number: number) => number.toLocaleString('en-US')

/** The proof of anonymity: where each release is searched for traces of senders, and by which test. */
export default function AnonymityPage() {
  return (
    <>
      <PageHead
        title="Anonymity"
        description={`How ${productName} checks that no recipient learns who sent a parcel.`}
        canonical={paths.anonymity}
      />
      <Banner title="Anonymity" picture="ghost" colour="bg-sky">
        The person who gets your prank never learns from us who sent it. Do not take our word for it.
      </Banner>
      <div className="page py-10">
        <article className="panel mx-auto grid max-w-3xl gap-8 p-5 sm:p-10">
          <section aria-labelledby="check" className="grid gap-2.5">
            <h2 id="check" className="text-2xl">
              How We Check It
            </h2>
            <p>
              Before each release a test runs a whole shop with {count(senders)} senders. Each has a name, an
              email address and a phone number that occur nowhere else. They pay for {count(parcels)} parcels,
              and all of these are sent.
            </p>
            <p>
              Then the test searches for these words in every place below. If one of them is found, nothing is
              released. This page belongs to release {version}.
            </p>
          </section>
          <section aria-labelledby="places" className="grid gap-4">
            <h2 id="places" className="text-2xl">
              Where We Search
            </h2>
            <ul className="grid gap-4">
              {searchedPlaces.map(({ place, how, test, name }) => (
                <li key={place} className="rounded-xl border-2 border-ink p-4">
                  <h3 className="text-xl">{place}</h3>
                  <p className="mt-1">{how}</p>
                  <details className="mt-2">
                    <summary className="tap w-fit cursor-pointer font-bold">The test</summary>
                    <p className="mt-1 font-mono text-sm wrap-anywhere">
                      {test}
                      <br />
                      {name}
                    </p>
                  </details>
                </li>
              ))}
            </ul>
            <p>Carriers get no file from us, only the parcel with its label.</p>
          </section>
          <section aria-labelledby="limits" className="grid gap-2.5">
            <h2 id="limits" className="text-2xl">
              What We Cannot Check
            </h2>
            <ul className="grid list-disc gap-1.5 pl-5 marker:text-pop-deep">
              <li>Your message is printed as you write it. Do not sign it.</li>
              <li>Friends guess well, and they can ask you.</li>
              <li>
                We know who paid. If a recipient reports a parcel as harassment, a person on our team can look
                the sender up, and has to write down why. The recipient is not told.
              </li>
            </ul>
            <p>
              What we store, and for how long, is in the{' '}
              <Link to={paths.privacy} className={link}>
                privacy policy
              </Link>
              . A recipient who wants no more parcels is safe on the{' '}
              <Link to={paths.doNotPrank} className={link}>
                do-not-prank list
              </Link>
              .
            </p>
          </section>
        </article>
      </div>
    </>
  )
}
