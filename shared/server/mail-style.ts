import { policyHash } from './hashes.ts'

/** docs/decisions/0044-mails-and-their-preview.md */
export const MAIL_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; background: #fbfaf7; color: #16202e; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #e4e1d9; border-radius: 10px; }
.brand { max-width: 560px; margin: 0 auto 16px; font: italic 600 28px/1.2 Newsreader, Georgia, "Times New Roman", serif; }
.brand span { padding: 0 12px 2px 0; border-bottom: 3px solid #2b47c9; border-radius: 0 0 60px 4px / 0 0 6px 4px; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
table { width: 100%; margin: 0 0 24px; border-top: 1px solid #e4e1d9; border-collapse: collapse; }
th { width: 1%; padding: 8px 16px 8px 0; border-bottom: 1px solid #e4e1d9; color: #5b6675; text-align: left; vertical-align: top; font-weight: 400; white-space: nowrap; }
td { padding: 8px 0; border-bottom: 1px solid #e4e1d9; font-weight: 600; overflow-wrap: anywhere; }
a { color: #2b47c9; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 14px 24px; border-radius: 8px; background: #2b47c9; color: #ffffff; text-decoration: none; font-weight: 600; }
.code { font: 700 28px/1.4 ui-monospace, monospace; letter-spacing: 0.15em; }
.said { margin: 0 0 4px; color: #5b6675; font-size: 14px; }
blockquote { margin: 0 0 24px; padding: 12px 16px; border-left: 4px solid #5b6675; background: #fbfaf7; overflow-wrap: anywhere; }
.muted, footer { color: #5b6675; font-size: 14px; }
footer { max-width: 560px; margin: 16px auto 0; }
@media (max-width: 480px) {
  body { padding: 12px; }
  main { padding: 20px; }
  .button { display: block; text-align: center; }
  th, td { display: block; width: auto; }
  th { padding: 8px 0 0; border: 0; white-space: normal; }
  td { padding: 0 0 8px; }
}
@media (prefers-color-scheme: dark) {
  body { background: #10151f; color: #e9edf5; }
  main { background: #18202d; border-color: #2a3444; }
  .brand span { border-color: #9db0ff; }
  table, th, td { border-color: #2a3444; }
  a { color: #9db0ff; }
  th, .said { color: #9aa6b8; }
  blockquote { border-color: #9aa6b8; background: #10151f; }
  .button { background: #9db0ff; color: #10151f; }
  .muted, footer { color: #9aa6b8; }
}`.trim()

/** A source for `style-src`. */
export const MAIL_STYLE_SOURCE = policyHash(MAIL_STYLE)
