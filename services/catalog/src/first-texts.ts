import type { TextName } from '@prankpost/contracts'

/** The first version of each text: the words of the specification. They are never changed here: operators publish new versions. */
export const firstTexts: { name: TextName; markdown: string }[] = [
  {
    name: 'terms',
    markdown: `## 1. Harmless pranks only

PrankPost sends harmless novelty parcels for amusement. By ordering you agree that your prank is meant as a joke, and that its recipient can be expected to take it as one.

## 2. What is not allowed

- No threats, in the parcel or in its message.
- No harassment: nobody gets pranked who has asked you or us to stop.
- No parcels to minors without the consent of a parent or guardian.
- No sending to businesses or workplaces.

We refuse and cancel orders that break these rules, and may close the account behind them.

## 3. Your account

You are responsible for what is ordered from your account, and for having the right to use the names and addresses that you give us.

## 4. Prices and payment

Prices are in US dollars and are shown before you pay. Payment is taken in full, by card, through our payment provider. Shipping is free.

## 5. Delivery

We ship within the United States only. Orders are processed within 24 hours; standard delivery takes 3-5 business days.

## 6. Changes, cancellations and refunds

An order can be changed or cancelled within 2 hours. Refunds are available within 24 hours of the order. There are no refunds after an order has been shipped.

## 7. Subscriptions

Subscriptions renew automatically every month until cancelled. You can cancel at any time from your dashboard; cancelling takes effect immediately, and no further payments are charged.

## 8. Liability

Pranks are sold as they are, for fun. As far as the law allows, we are not liable for how a recipient takes a prank, nor for delays of the post.

## 9. Changes to these terms

When these terms change, the date at the top does as well. What you have ordered stays under the terms that stood when you ordered it.`,
  },
  {
    name: 'privacy',
    markdown: `## Your anonymity

A parcel from PrankPost carries no name, address or hint of who ordered it. We do not tell a recipient who you are. The only exception is a lawful order of a court or an authority that we must follow.

## What we collect

- Your account: name, email address and a password, which we store only as a hash.
- Your targets: the names and US addresses that you save or order for.
- Your orders and subscriptions: pranks, prices, dates and their delivery.
- What you agreed to when you signed up or paid: the wording and the time.
- Messages that you send us through the support page, and notes that you ask us to put into a parcel.

## What stays in your browser

Your Arsenal, its discount code and, while you are not signed in, your targets are kept in your own browser. Logging out clears them. One cookie keeps you signed in for up to 7 days. We set no cookies for advertising, and we do not track you across other sites.

## Payments

You pay on the page of our card payment provider. Your card number never reaches us; we only learn whether the payment went through.

## What we use it for

- To prepare, ship and track the pranks that you ordered.
- To bill your subscription until you cancel it.
- To answer you when you write to us.
- To keep the store safe from abuse.

We do not sell what we know about you or your targets, and we rent it to nobody.

## Who else sees it

The post sees the address on the parcel. The payment provider sees your payment. Nobody else does, unless the law requires it.

## How long we keep it

- What you write to us: two years.
- A file with your data, once you asked for one: seven days.
- When you delete your account: names and addresses go at once, those of orders that you have paid as soon as they are sent.
- Dates and amounts of orders stay, without names, because tax law asks for our books.

## Your choices

You can edit and delete your targets whenever you like. In your Dashboard, under Account, you can download everything that we hold about you, and delete your account. To correct something, or without an account, write to us; we answer within 24 hours. If you received a parcel and want no more, tell us, and your address will get none.`,
  },
  {
    name: 'faq',
    markdown: `## Is it really anonymous?

Yes, 100%. The parcel is plain, without your name or address, and we never tell a recipient who sent it.

## How long does delivery take?

Delivery takes 3 to 7 business days within the US. Orders are processed within 24 hours, and shipping is always free. The page of your order shows when to expect each parcel.

## Where do you ship?

To addresses in the United States only: all 50 states, DC, the territories and military mail.

## Can I change or cancel my order?

Yes, within 2 hours of placing it, as long as we have not packed it. Open the order in your history: there you correct an address, or cancel and get all your money back.

## Can I get a refund?

Refunds are available within 24 hours of the order: cancel it yourself in the first 2 hours, write to us after that. Once a prank has been shipped, it is on its way for good.

## Which payment methods do you accept?

All major credit and debit cards, through our secure card payment provider. Your card number never reaches us.

## How does the Auto-Prank subscription work?

Choose 1 to 5 pranks a month, and PrankPost sends random pranks to random targets of your address book. It is billed monthly, and you can cancel at any time from your dashboard.

## Are the pranks harmless?

Always. They surprise, puzzle and glitter, but hurt nobody. Threats, harassment, and parcels to workplaces are against our terms.`,
  },
]
