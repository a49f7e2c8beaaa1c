/**
 * The style of reports on screen and in print, also for the verification page.
 *
 * @module
 */

/**
 * The style sheet. Text has a contrast of at least 4.5 to 1 against its background in both colour schemes (WCAG 2.2, 1.4.3).
 */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --card: #ffffff; --ink: #1c1f24; --quiet: #5b6068; --line: #d9dbdf; --accent: #0d4554; --on-accent: #ffffff;
  --good: #14623a; --good-ground: #e6f4ec; --bad: #a3161d; --bad-ground: #fcebec; --open: #7a4a00; --open-ground: #fdf3df;
  --plain-ground: #eef0f2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --card: #1d2126; --ink: #e8eaed; --quiet: #a7adb6; --line: #3a4048; --accent: #7cc4d8; --on-accent: #0b1f26;
    --good: #7fd6a4; --good-ground: #17301f; --bad: #ff9c9f; --bad-ground: #3d1a1c; --open: #f0c36d; --open-ground: #35290f;
    --plain-ground: #272c33;
  }
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
}
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 4rem }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 0; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; font-weight: 650 }
h2 { font-size: 1.25rem; font-weight: 650 }
h3 { font-size: 1.0625rem; font-weight: 650 }
h4, h5, h6, .minor { font-size: .9375rem; font-weight: 650 }
p { margin: .5rem 0 0 }
a { color: var(--accent) }
code { font: .875em/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere }
section.level-2, .verdict, .card {
  background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem; margin-top: 1rem;
}
div.level-3 { border-top: 1px solid var(--line); margin-top: 1.25rem; padding-top: 1.25rem }
h2 + div.level-3 { border-top: 0; padding-top: 0 }
div.level-4 { margin-top: 1.25rem }
.minor { margin-top: 1.25rem; color: var(--quiet) }
.verdict { border-width: 0 0 0 .5rem; border-style: solid; padding: 1.25rem }
.verdict h2 { font-size: 1.5rem; display: flex; gap: .625rem; align-items: center }
.verdict h2:focus { outline: none }
.verdict .mark { flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: currentColor; position: relative }
.verdict .mark::after {
  content: "?"; color: var(--card); position: absolute; inset: 0; font: 700 1.125rem/1.75rem system-ui, sans-serif; text-align: center;
}
.verdict.valid { background: var(--good-ground); border-color: var(--good) } .verdict.valid h2 { color: var(--good) }
.verdict.valid .mark::after { content: "\\2713" }
.verdict:is(.unchecked, .unproved) { background: var(--open-ground); border-color: var(--open) }
.verdict:is(.unchecked, .unproved) h2 { color: var(--open) }
.verdict:is(.unchecked, .unproved) .mark::after { content: "\\2713" }
.verdict.invalid { background: var(--bad-ground); border-color: var(--bad) } .verdict.invalid h2 { color: var(--bad) }
.verdict.invalid .mark::after { content: "\\2715" }
.verdict.indeterminate { background: var(--open-ground); border-color: var(--open) } .verdict.indeterminate h2 { color: var(--open) }
.verdict.unsigned { background: var(--plain-ground); border-color: var(--quiet) } .verdict.unsigned h2 { color: var(--ink) }
.verdict.unsigned .mark::after { content: "\\2013" }
.answer + .answer { margin-top: 1.25rem }
.answer .minor { margin-top: 0; color: var(--ink); font-size: 1.0625rem }
.people { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: .5rem 1.5rem }
.people > li { border-left: 3px solid var(--line); padding-left: .75rem; margin-top: .5rem; overflow-wrap: anywhere }
.people p { margin: 0 }
.people ul { list-style: none; margin: 0; padding: 0; color: var(--quiet); font-size: .9375rem }
.status { font-size: .9375rem }
.status.tone-good { color: var(--good) } .status.tone-bad { color: var(--bad) } .status.tone-open { color: var(--open) }
.findings.framed li { border: 2px solid var(--quiet); border-radius: .375rem; padding: .375rem .75rem .375rem 2rem; margin-top: .375rem }
.findings.framed li.tone-bad { border-color: var(--bad); background: var(--bad-ground) }
.findings.framed li::before { left: .625rem }
.findings.framed li.tone-good::before, .findings.framed li.tone-good .label { color: var(--quiet) }
.findings.framed li.tone-bad .label { color: var(--bad) }
.findings.framed .label { display: inline-block; margin-right: .375rem }
@media (min-width: 56rem) {
  #summary { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem 2rem }
  #summary .answer { margin-top: 0; grid-column: 1 / -1 }
  #summary :is(.answer-people, .answer-people + .answer) { grid-column: auto }
}
dl { margin: .5rem 0 0 }
dl > div { padding: .25rem 0 }
dt { color: var(--quiet); overflow-wrap: anywhere }
dd { margin: 0; overflow-wrap: anywhere }
@media (min-width: 36rem) {
  dl > div { display: grid; grid-template-columns: minmax(9rem, 28%) 1fr; column-gap: 1rem }
  dl dd { grid-column: 2 }
}
.findings, .chain { margin: .25rem 0 0; padding-left: 1.25rem; overflow-wrap: anywhere }
.findings { list-style: none; padding-left: 0 }
.findings li { padding: .25rem 0 .25rem 1.75rem; position: relative }
.findings li::before { position: absolute; left: .25rem; font-weight: 700; content: "\\2022" }
.findings .tone-good::before { content: "\\2713"; color: var(--good) }
.findings .tone-bad::before { content: "\\2715"; color: var(--bad) }
.findings .tone-open::before { content: "!"; color: var(--open) }
p.tone-good { color: var(--good) } p.tone-bad { color: var(--bad) } p.tone-open { color: var(--open) }
.detail { display: block; color: var(--quiet); font-size: .9375rem }
.code { color: var(--quiet); font-size: .8125rem }
details { margin-top: .5rem }
section > details { margin-top: 0 }
section > details > summary h2 { display: inline }
summary { cursor: pointer; color: var(--accent); padding: .375rem 0; min-height: 1.75rem; overflow-wrap: anywhere }
.chain li { padding: .125rem 0 }
.timeline { list-style: none; margin: .75rem 0 0; padding: 0 0 0 1.25rem; border-left: 2px solid var(--line); margin-left: .375rem }
.timeline li { position: relative; padding-bottom: 1rem; overflow-wrap: anywhere }
.timeline li::before {
  content: ""; position: absolute; left: -1.6875rem; top: .4375rem; width: .75rem; height: .75rem; border-radius: 50%;
  background: var(--accent); border: 2px solid var(--card);
}
.timeline .event { margin: 0; display: flex; flex-wrap: wrap; column-gap: .75rem }
.timeline time, .timeline .none, .timeline .digest { color: var(--quiet) }
.timeline .none { margin: 0 }
.timeline .digest { font-size: .75rem }
@media print {
  :root { --ground: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb; --accent: #0d4554; color-scheme: light;
    --good: #14623a; --good-ground: #fff; --bad: #a3161d; --bad-ground: #fff; --open: #7a4a00; --open-ground: #fff; --plain-ground: #fff }
  main { max-width: none; padding: 0 }
  section.level-2, .verdict { break-inside: auto; border-radius: 0 }
  .verdict { border-width: 2px; break-inside: avoid }
  h2, h3, h4, .minor { break-after: avoid }
  .timeline li, dl > div, .findings li { break-inside: avoid }
  /* Paper cannot be opened. */
  details::details-content { content-visibility: visible; block-size: auto }
  summary { display: none }
  section > details > summary { display: block; list-style: none; color: inherit }
  #summary { display: block; border: 0; padding: 0 }
  .answer, .people > li { break-inside: avoid }
  .no-print { display: none !important }
  /* Grounds are not printed unless one asks for them. */
  .verdict .mark { background: none; border: 2px solid } .verdict .mark::after { color: inherit; line-height: 1.5rem }
}
`
