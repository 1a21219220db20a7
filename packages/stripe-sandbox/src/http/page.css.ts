/** The hosted page's styles, inlined so that the page loads no other resources. */
export const styles = `
:root { --ink: #1a1f36; --soft: #4f566b; --line: #d5dbe5; --accent: #4b45c6; --panel: #f4f5fb; --bad: #a8071a; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; color: var(--ink); background: #fff;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header { padding: 10px 16px; text-align: center; font-size: 14px; background: #ffe5b0; color: #4a2f00; }
.mode { padding: 2px 8px; border-radius: 4px; background: #7a3e00; color: #fff; letter-spacing: .06em; font-size: 12px; }
main { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); }
section { padding: 28px 20px; }
.summary { background: var(--panel); }
.back { display: inline-block; margin: 0 0 20px -8px; padding: 8px; color: var(--soft); text-decoration: none; border-radius: 6px; }
.back:hover { color: var(--ink); text-decoration: underline; }
.label { margin: 0; color: var(--soft); font-weight: 500; }
h1 { margin: 0 0 24px; font-size: 36px; line-height: 1.15; letter-spacing: -.02em; }
h1 .every { font-size: 16px; font-weight: 400; letter-spacing: 0; color: var(--soft); }
h2 { margin: 0 0 16px; font-size: 20px; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; }
.lines small { display: block; color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.what { min-width: 0; overflow-wrap: anywhere; font-weight: 500; }
.what small { font-weight: 400; }
.amount { white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums; }
.line-total { display: flex; justify-content: space-between; margin: 8px 0 0; padding-top: 16px; border-top: 1px solid var(--line);
  font-variant-numeric: tabular-nums; }
.email { margin: 0 0 20px; overflow-wrap: anywhere; }
.email span { display: inline-block; min-width: 64px; color: var(--soft); }
label { display: block; margin-bottom: 6px; font-weight: 500; }
input { width: 100%; padding: 12px 14px; font: inherit; font-size: 18px; letter-spacing: .04em; color: inherit; background: #fff;
  border: 1px solid #7b8299; border-radius: 8px; }
input::placeholder { color: #6b7188; }
input[aria-invalid] { border-color: var(--bad); }
:focus-visible { outline: 3px solid #8f8aff; outline-offset: 2px; }
.error { margin: 8px 0 0; color: var(--bad); font-weight: 500; }
button, .button { display: block; width: 100%; margin-top: 20px; padding: 14px; font: inherit; font-weight: 600; font-size: 17px;
  text-align: center; text-decoration: none; color: #fff; background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
button:hover, .button:hover { background: #3a34a6; }
.help { margin-top: 24px; padding: 14px 16px; font-size: 14px; color: var(--soft); background: var(--panel); border-radius: 8px; }
.help p { margin: 0 0 6px; }
dl { margin: 0; } dl div { display: flex; gap: 12px; } dt { flex: none; }
dt { font-family: ui-monospace, Menlo, Consolas, monospace; color: var(--ink); } dd { margin: 0; }
@media (min-width: 860px) {
  main { grid-template-columns: 1fr 1fr; }
  section { padding: 72px max(40px, 5vw); width: 100%; max-width: 560px; }
  .summary { justify-self: stretch; max-width: none; padding-left: max(40px, calc(50vw - 500px)); }
  .wide { grid-column: 1 / -1; justify-self: center; }
}`
