/** The maximum bytes to transfer, in each of the two encodings that are served. */
export type Budgets = Record<string, { br: number; gz: number }>

// Each number is the measured size plus 5 %, rounded up: enough for a new line of text or a
// patch of a library, too little for a library or a screen that gets into a file it does not belong in. To
// make something larger on purpose, change the number here, and say why in the commit.
//
// `first load` is what index.html names: itself, the scripts that start the store with all their imports, the
// style sheet, and preloaded fonts. Every other line is what a window or screen that is loaded on demand
// adds to it: its own file and those imports that are not in the first load.

/** The store: a customer on a phone waits for it. */
export const storeBudgets: Budgets = {
  // React with its renderer is the largest part, then React Query; zod and Radix are not in it.
  'first load': { br: 120_400, gz: 138_600 },
  'app/not-found.page.tsx': { br: 1_700, gz: 2_000 },
  // The carousel, loaded when a row is first used.
  'components/carousel-row.ts': { br: 7_900, gz: 8_600 },
  // Radix's dialog: loaded with the first window that is opened.
  'app/side-menu.tsx': { br: 12_800, gz: 14_200 },
  // Forms load zod and react-hook-form, 34 kB that no page loads before it shows a form.
  'components/auth-dialog.tsx': { br: 52_700, gz: 58_800 },
  // Forms: zod and react-hook-form, with the list of states and the table of ZIP codes.
  'components/new-target-dialog.tsx': { br: 54_400, gz: 61_100 },
  'components/target-dialog.tsx': { br: 54_100, gz: 60_900 },
  'components/toaster.tsx': { br: 13_000, gz: 14_500 },
  'features/achievements/achievements.page.tsx': { br: 5_000, gz: 5_600 },
  'features/anonymity/anonymity.page.tsx': { br: 2_900, gz: 3_400 },
  'features/fair-draw/fair-draw.page.tsx': { br: 5_500, gz: 6_200 },
  'features/cart/cart.page.tsx': { br: 16_600, gz: 18_500 },
  'features/cart/parts/more-targets-dialog.tsx': { br: 14_500, gz: 16_000 },
  'features/cart/parts/reveal-dialog.tsx': { br: 14_700, gz: 16_300 },
  'features/checkout/checkout.page.tsx': { br: 10_700, gz: 11_900 },
  'features/dashboard/dashboard.page.tsx': { br: 13_500, gz: 15_100 },
  'features/dashboard/parts/account-tab.tsx': { br: 9_400, gz: 10_600 },
  'features/dashboard/parts/achievements-tab.tsx': { br: 2_900, gz: 3_200 },
  'features/dashboard/parts/cancel-dialog.tsx': { br: 14_400, gz: 16_100 },
  // A form: zod and react-hook-form.
  'features/dashboard/parts/delete-dialog.tsx': { br: 49_900, gz: 55_800 },
  'features/dashboard/parts/history-tab.tsx': { br: 4_600, gz: 5_300 },
  // A form: zod and react-hook-form.
  'features/dashboard/parts/password-dialog.tsx': { br: 52_700, gz: 58_900 },
  'features/dashboard/parts/plan-dialog.tsx': { br: 17_600, gz: 19_600 },
  'features/dashboard/parts/plan-section.tsx': { br: 7_600, gz: 8_500 },
  'features/dashboard/parts/preferences-dialog.tsx': { br: 14_600, gz: 16_200 },
  'features/dashboard/parts/targets-tab.tsx': { br: 6_600, gz: 7_400 },
  // The queries of the tabs.
  'features/dashboard/tabs.ts': { br: 2_700, gz: 3_000 },
  // react-hook-form, with the list of states.
  'features/do-not-prank/do-not-prank.page.tsx': { br: 18_900, gz: 21_100 },
  // zod, loaded when the form gets the focus.
  'features/do-not-prank/parts/request-rules.ts': { br: 37_800, gz: 42_500 },
  'features/home/home.page.tsx': { br: 7_500, gz: 8_300 },
  'features/home/parts/description-dialog.tsx': { br: 11_200, gz: 12_400 },
  'features/home/parts/match-dialog.tsx': { br: 11_400, gz: 12_700 },
  'features/legal/privacy.page.tsx': { br: 3_100, gz: 3_700 },
  'features/legal/terms.page.tsx': { br: 3_100, gz: 3_600 },
  'features/messages/messages.page.tsx': { br: 6_800, gz: 7_660 },
  'features/order-status/order-status.page.tsx': { br: 5_300, gz: 6_000 },
  'features/order/order.page.tsx': { br: 13_200, gz: 14_700 },
  // A form: zod and react-hook-form, with the table of ZIP codes.
  'features/order/parts/address-dialog.tsx': { br: 56_600, gz: 63_600 },
  'features/order/parts/cancel-dialog.tsx': { br: 14_500, gz: 16_100 },
  'features/prank/prank.page.tsx': { br: 4_800, gz: 5_400 },
  // A form: zod and react-hook-form.
  'features/reset-password/reset-password.page.tsx': { br: 40_600, gz: 45_400 },
  'features/slip/slip.page.tsx': { br: 9_300, gz: 10_450 },
  'features/subscribe/subscribe.page.tsx': { br: 8_600, gz: 9_600 },
  'features/success/success.page.tsx': { br: 6_300, gz: 7_000 },
  // zod, loaded when the form gets the focus.
  'features/support/parts/contact-rules.ts': { br: 36_600, gz: 41_000 },
  // react-hook-form.
  'features/support/support.page.tsx': { br: 18_300, gz: 20_100 },
  'features/targets/targets.page.tsx': { br: 8_300, gz: 9_300 },
  'features/verify-email/verify-email.page.tsx': { br: 5_200, gz: 5_900 },
  // Loaded when a guest with targets signs in.
  'lib/guest-targets.ts': { br: 2_500, gz: 2_800 },
  // Loaded when a customer comes back from the payment page to a screen without the cart.
  'lib/last-payment.ts': { br: 1_400, gz: 1_500 },
}

/** The admin: one person loads it on a desktop, and it stays in the cache. */
export const adminBudgets: Budgets = {
  // React and the parts of antd that every tab uses; the operator loads it once per version.
  'first load': { br: 236_500, gz: 270_700 },
  // cmdk, with Radix's dialog, which it imports.
  'app/command-bar/command-bar.tsx': { br: 19_600, gz: 21_700 },
  'components/shortcuts-dialog.tsx': { br: 1_800, gz: 2_000 },
  // antd's dialog and QR code.
  'features/account/account-dialog.tsx': { br: 25_100, gz: 28_200 },
  'features/account/totp.page.tsx': { br: 19_500, gz: 22_000 },
  'features/audit/entry-drawer.tsx': { br: 117_800, gz: 133_600 },
  // antd's table, shared by the lists that have one.
  'features/audit/list.page.tsx': { br: 101_400, gz: 115_700 },
  'features/cases/list.page.tsx': { br: 46_500, gz: 51_500 },
  'features/customers/customer-drawer.tsx': { br: 49_100, gz: 54_300 },
  'features/customers/list.page.tsx': { br: 44_600, gz: 49_500 },
  'features/dead-letters/dead-letter-drawer.tsx': { br: 119_700, gz: 135_800 },
  'features/dead-letters/list.page.tsx': { br: 113_600, gz: 129_000 },
  'features/discounts/list.page.tsx': { br: 51_700, gz: 57_300 },
  'features/do-not-prank/list.page.tsx': { br: 48_600, gz: 53_600 },
  'features/invitation/invitation.page.tsx': { br: 2_700, gz: 3_000 },
  'features/logs/list.page.tsx': { br: 110_400, gz: 125_300 },
  'features/mail/list.page.tsx': { br: 50_000, gz: 55_500 },
  'features/mail/thread/templates-dialog.tsx': { br: 5_500, gz: 6_200 },
  'features/mail/thread/thread-drawer.tsx': { br: 61_700, gz: 68_600 },
  // The dialogs of an order open from its drawer or the list, which are loaded then: only a few kB are their own.
  'features/orders/actions/cancel-dialog.tsx': { br: 60_500, gz: 67_300 },
  'features/orders/actions/refund-dialog.tsx': { br: 69_400, gz: 77_200 },
  'features/orders/actions/resolve-dialog.tsx': { br: 3_900, gz: 4_400 },
  'features/orders/actions/status-dialog.tsx': { br: 60_000, gz: 66_700 },
  'features/orders/actions/tracking-dialog.tsx': { br: 60_900, gz: 67_700 },
  'features/orders/details/order-drawer.tsx': { br: 79_000, gz: 88_000 },
  'features/orders/list.page.tsx': { br: 57_700, gz: 64_100 },
  // The chart library, loaded when the figures are opened.
  'features/overview/charts/plans-chart.tsx': { br: 103_300, gz: 122_600 },
  'features/overview/charts/revenue-chart.tsx': { br: 103_300, gz: 122_600 },
  // Its style has a layout for a phone.
  'features/overview/overview.tsx': { br: 11_200, gz: 12_300 },
  // antd's dialog.
  'features/overview/reports/reports-dialog.tsx': { br: 16_700, gz: 18_700 },
  'features/parcels/actions/import-dialog.tsx': { br: 4_500, gz: 5_100 },
  // antd's table, as for the audit trail.
  'features/parcels/list.page.tsx': { br: 115_300, gz: 130_900 },
  'features/parcels/scan/scan-dialog.tsx': { br: 6_600, gz: 7_400 },
  'features/plans/list.page.tsx': { br: 58_800, gz: 65_400 },
  'features/pranks/list.page.tsx': { br: 48_900, gz: 54_400 },
  'features/settings/settings.page.tsx': { br: 37_200, gz: 41_100 },
  // antd's drawer.
  'features/settings/texts/text-drawer.tsx': { br: 45_300, gz: 50_200 },
  'features/team/list.page.tsx': { br: 47_600, gz: 52_800 },
}
