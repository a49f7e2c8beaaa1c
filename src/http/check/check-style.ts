/**
 * The style of the verification page, in addition to that of its report.
 *
 * @module
 */

/** The style of the form and of the comparison. */
export const CHECK_STYLE = `
[hidden] { display: none !important }
header { max-width: 60rem; margin: 0 auto; padding: .5rem 1rem 0 }
.languages { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: flex-end }
.languages a { display: inline-block; padding: .25rem 0; min-height: 1.75rem }
.languages a[aria-current] { font-weight: 650; text-decoration: none; color: var(--ink) }
.lead { max-width: 42rem; color: var(--quiet) }
.drop { border: 2px dashed var(--line); border-radius: .5rem; padding: 1rem; text-align: center }
.drop.over { border-color: var(--accent); background: var(--plain-ground) }
.drop-title { font-size: 1.25rem; font-weight: 650; margin: 0 }
#form.done { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; padding: .75rem 1.25rem }
#form.done > *, #form.done p { margin: 0 }
#form.done :is(.drop-title, .quiet) { display: none }
#form.done .drop { min-width: 0; border-width: 1px; padding: .375rem .75rem; text-align: left; flex: 1 1 18rem }
#form.done .drop label { font-size: .875rem }
#form.done .password { flex: 1 1 14rem }
main:has(#form.done) .lead { display: none }
#status:empty { min-height: 0; margin: 0 }
label { display: block; margin-bottom: .25rem }
.drop label { color: var(--quiet) }
input[type=file] { max-width: 100%; font: inherit; color: inherit }
input[type=password], select {
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: .375rem;
  padding: .375rem .625rem; width: 100%; max-width: 22rem; min-height: 2.5rem;
}
.password.needed input { border: 2px solid var(--bad) }
button {
  font: inherit; color: var(--accent); background: transparent; border: 1px solid var(--accent); border-radius: .375rem;
  padding: .375rem .875rem; min-height: 2.5rem; cursor: pointer;
}
button.main { background: var(--accent); color: var(--on-accent) }
button:disabled { color: var(--quiet); border-color: var(--line); cursor: default }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: 1rem }
.here { margin-top: .75rem }
.quiet, #status { color: var(--quiet) }
#status { min-height: 1.5rem }
progress { width: 100%; accent-color: var(--accent) }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin-top: .75rem }
.controls fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem }
.controls legend { padding: 0; margin-bottom: .25rem }
.controls fieldset label { display: flex; gap: .375rem; align-items: center; margin: 0; min-height: 2.5rem }
.controls > div { min-width: 0; max-width: 100% }
.controls select { width: auto; max-width: 100% }
.sheets { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: .75rem }
.sheets figure { margin: 0; min-width: 0 }
.sheets figcaption { font-weight: 650; margin-bottom: .25rem }
.sheet { position: relative; background: #fff; border: 1px solid var(--line) }
.sheet canvas { display: block; width: 100%; height: auto }
.sheet.absent { background: var(--plain-ground); color: var(--quiet); padding: 3rem 1rem; text-align: center }
.area { position: absolute; border: 2px solid; border-radius: 2px; pointer-events: none }
.area.refused { border-color: #c4161f; background: rgba(196, 22, 31, .12) }
.area.large { background: none }
.area.permitted { border-color: #5b6068 }
.area .number { position: absolute; right: 100%; top: -2px; background: #5b6068; color: #fff; font: 700 .75rem/1.25rem system-ui, sans-serif; min-width: 1.25rem; text-align: center }
.area.refused .number { background: #c4161f }
.legend { margin: .75rem 0 0; padding-left: 1.75rem }
.legend li { border: 2px solid var(--quiet); border-radius: .375rem; padding: .25rem .625rem; margin-top: .375rem; overflow-wrap: anywhere }
.legend li.refused { border-color: var(--bad); background: var(--bad-ground) }
.legend:empty { display: none }
.sheets.slide { grid-template-columns: 1fr }
.sheets.slide figure { grid-area: 1 / 1 }
.sheets.slide figure.now .sheet { clip-path: inset(0 0 0 var(--cut, 50%)) }
.sheets.slide figure.now figcaption { text-align: right }
.outlines { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 1rem; margin-top: .75rem }
.outline { margin: 0 }
.outline figcaption { font-weight: 650; margin-bottom: .25rem }
.outline svg { display: block; width: 100%; max-height: 24rem }
.outline .paper { fill: #fff; stroke: #888; stroke-width: 1 }
.outline g rect { stroke-width: 1.5 } .outline text { font-weight: 700; font-family: system-ui, sans-serif }
.outline .refused rect { stroke: #c4161f; fill: #c4161f; fill-opacity: .12 } .outline .refused text { fill: #c4161f }
.outline .permitted rect { stroke: #5b6068; fill: none } .outline .permitted text { fill: #5b6068 }
#slider { width: 100%; min-height: 2.5rem; accent-color: var(--accent) }
@media (max-width: 40rem) { .sheets { grid-template-columns: 1fr } }
@media (prefers-reduced-motion: no-preference) { .drop { transition: border-color .15s, background .15s } }
`
