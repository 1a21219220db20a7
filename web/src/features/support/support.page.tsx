import { productName } from '@prankpost/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../components/banner.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../lib/paths.ts'
import { textQuery } from '../../lib/texts.ts'
import { ContactForm } from './parts/contact-form.tsx'
import { FaqList } from './parts/faq-list.tsx'
import { structuredDataOf } from './structured-data.ts'

/** Frequently asked questions and the support form. */
export default function SupportPage() {
  const { data } = useQuery(textQuery('faq'))
  return (
    <>
      <PageHead
        title="Support"
        description={`How ${productName} delivers, what can be changed or refunded, and how to reach us: answers within 24 hours.`}
        canonical={paths.support}
        structuredData={data && structuredDataOf(data)}
      />
      <Banner
        title="Support"
        picture="mail"
        colour="bg-sky"
        action={
          <a href="#contact" className="button mt-4 bg-card text-base lg:hidden">
            Write to Us
          </a>
        }
      >
        Answers to what people ask. For everything else, we answer within 24 hours.
      </Banner>
      <div className="page grid items-start gap-10 py-10 lg:grid-cols-[1fr_25rem]">
        <section aria-labelledby="faq">
          <h2 id="faq" className="mb-5 text-3xl sm:text-4xl">
            Frequently Asked Questions
          </h2>
          <FaqList />
        </section>
        <ContactForm />
      </div>
    </>
  )
}
