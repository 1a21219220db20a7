import { type ThemeConfig, theme } from 'antd'

/** The text colours of tags, under both names that antd has for the seventh shade of a preset. */
const tagTextColors = Object.fromEntries(
  Object.entries({
    green: '#14653a',
    gold: '#7a4b00',
    orange: '#8f3a00',
    red: '#a8122c',
    blue: '#0f4c9c',
    cyan: '#00545c',
    purple: '#4a1fa3',
    magenta: '#8f1155',
  }).flatMap(([name, shade]) => [
    [`${name}7`, shade],
    [`${name}-7`, shade],
  ]),
)

/** Whether fingers are used: controls are then 44 px high. The compact algorithm subtracts 4. */
const isTouch = globalThis.matchMedia('(pointer: coarse)').matches
const touchSizes = { controlHeight: 48, controlHeightSM: 40 }

/**
 * The store's plum and grape colours on a light background, with antd's compact algorithm. Colours of text and tags
 * are darker than antd's own, so that every pair passes WCAG AA.
 */
export const adminTheme: ThemeConfig = {
  algorithm: theme.compactAlgorithm,
  token: {
    // The compact algorithm subtracts 2.
    fontSize: 16,
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
    borderRadius: 6,
    colorPrimary: '#5a2be0',
    colorInfo: '#5a2be0',
    colorLink: '#4519bd',
    colorSuccess: '#14753f',
    colorWarning: '#945200',
    colorError: '#c81e3a',
    colorSuccessBg: '#edf9f1',
    colorWarningBg: '#fff6dd',
    colorWarningBorder: '#e8c98a',
    colorErrorBg: '#fff0f1',
    colorErrorBorder: '#f0b3bd',
    colorText: '#1f1036',
    colorTextHeading: '#1f1036',
    colorTextSecondary: '#54466d',
    colorTextTertiary: '#63557b',
    colorTextDescription: '#63557b',
    colorTextPlaceholder: '#6e6185',
    colorTextDisabled: '#6e6185',
    colorBgLayout: '#f7f5fb',
    colorBorder: '#cfc6de',
    colorBorderSecondary: '#e6e0f0',
    ...tagTextColors,
    ...(isTouch && touchSizes),
    motion: !globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches,
  },
  components: { Alert: { withDescriptionPadding: '8px 12px' } },
}
