import { productName } from '@prankpost/contracts/constants'

/** Frequently asked questions; the answers follow the specification (section 9). */
export const faqs = [
  {
    question: 'Is it really anonymous?',
    answer: `Yes, 100%. The parcel is plain, without your name or address, and we never tell a recipient who sent it.`,
  },
  {
    question: 'How long does delivery take?',
    answer:
      'Delivery takes 3 to 7 business days within the US. Orders are processed within 24 hours, and shipping is always free. The page of your order shows when to expect each parcel.',
  },
  {
    question: 'Where do you ship?',
    answer: 'To addresses in the United States only: all 50 states, DC, the territories and military mail.',
  },
  {
    question: 'Can I change or cancel my order?',
    answer:
      'Yes, within 2 hours of placing it, as long as we have not packed it. Open the order in your history: there you correct an address, or cancel and get all your money back.',
  },
  {
    question: 'Can I get a refund?',
    answer:
      'Refunds are available within 24 hours of the order: cancel it yourself in the first 2 hours, write to us after that. Once a prank has been shipped, it is on its way for good.',
  },
  {
    question: 'Which payment methods do you accept?',
    answer:
      'All major credit and debit cards, through our secure card payment provider. Your card number never reaches us.',
  },
  {
    question: 'How does the Auto-Prank subscription work?',
    answer: `Choose 1 to 5 pranks a month, and ${productName} sends random pranks to random targets of your address book. It is billed monthly, and you can cancel at any time from your dashboard.`,
  },
  {
    question: 'Are the pranks harmless?',
    answer:
      'Always. They surprise, puzzle and glitter, but hurt nobody. Threats, harassment, and parcels to workplaces are against our terms.',
  },
]
