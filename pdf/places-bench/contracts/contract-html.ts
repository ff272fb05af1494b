import type { ContractPaper, MadeContract } from './layouts.ts'

/** Points: width and height. */
export const contractPapers: Readonly<Record<ContractPaper, readonly [number, number]>> = {
  letter: [612, 792],
  a4: [595, 842],
  oficio: [612, 936],
  wide: [792, 612],
}

const pageRules = Object.entries(contractPapers)
  .flatMap(([name, [width, height]]) => [
    `@page ${name}{size:${width}pt ${height}pt;margin:0}@page ${name}-side{size:${height}pt ${width}pt;margin:0}`,
    `.${name}{width:${width}pt;height:${height}pt}`,
    `.sheet.${name}{page:${name}}.sheet.${name}-side{page:${name}-side;width:${height}pt;height:${width}pt}`,
  ])
  .join('\n')

const css = `
*{box-sizing:border-box}body{margin:0;text-rendering:geometricPrecision}
.sheet{position:relative;break-after:page;overflow:hidden}
.page{position:absolute;top:0;left:0;padding:var(--pad);transform-origin:0 0}
h1{font-size:1.4em;text-align:center;margin:0 0 12pt}h2{font-size:1.1em}p{margin:0 0 8pt}
.nowrap{white-space:nowrap}.line{display:inline-block}.ownline{margin-top:34pt}.centred .ownline{text-align:center}
.loose{line-height:2.2;text-align:start}.row{margin-top:10pt;white-space:nowrap}.middle{text-align:center}
.signers{display:grid;grid-template-columns:1fr 1fr;gap:14pt 26pt;margin-top:14pt;text-align:start}
.stacked{grid-template-columns:1fr}.centred .signer{text-align:center}.hung{border-top:.75pt solid #000;margin-top:46pt}
.centred .hung{margin-inline:auto}.columns{columns:2;column-gap:24pt}
.shortrule{width:120pt;height:0;border-top:1.5pt solid #345;margin:6pt auto 14pt}.fullrule{border-top:.75pt solid #999;margin:10pt 0}
.noterule{width:140pt;border-top:.5pt solid #000;margin-top:12pt}.note{font-size:.8em}.head{text-align:center;margin-bottom:14pt}
.headrule{width:180pt;border-top:1pt solid #a33;margin:3pt auto}.foot{position:absolute;bottom:20pt;left:0;right:0;text-align:center;font-size:.8em}
.footrule{width:220pt;border-top:.75pt solid #777;margin:0 auto 3pt}.quoted{border-left:2pt solid #777;padding-left:8pt}
.ornament{display:flex;gap:6pt;justify-content:center;margin:8pt 0}.ornament span{width:64pt;height:1pt;background:#a33}
.ruled{border-bottom:.75pt solid #345;width:220pt;padding-bottom:2pt}
table{border-collapse:collapse;width:100%;margin:8pt 0}td,th{padding:3pt 6pt;text-align:left;height:20pt;width:33%}
.grid td,.grid th{border:.75pt solid #000}.rows tr{border-bottom:.5pt solid #000}.striped tr:nth-child(even){background:#eee}
.cells{border-collapse:separate;border-spacing:4pt}.cells td,.cells th{border-bottom:.75pt solid #666}
.scanned{color:rgba(0,0,0,.01)}.scanned *{border-color:transparent!important;text-decoration:none!important}
`

const turnCss = ({ turn, paper }: MadeContract): string => {
  const [width, height] = contractPapers[paper]
  if (turn === 90) return `transform:translate(0,${width}pt) rotate(-90deg)`
  if (turn === 180) return `transform:translate(${width}pt,${height}pt) rotate(180deg)`
  return turn === 270 ? `transform:translate(${height}pt,0) rotate(90deg)` : ''
}

const sheets = (contract: MadeContract): string =>
  contract.pages
    .map((page) => {
      const side = contract.turn % 180 === 0 ? '' : '-side'
      const look = `${contract.css};${turnCss(contract)}`
      return `<section class="sheet ${contract.paper}${side}"><div class="page ${contract.paper}" style="${look.replaceAll('"', '')}">${page}</div></section>`
    })
    .join('')

/** Words that do not fit are left out; then the page itself reports where its places are, in CSS pixels of the sheet. */
const script = `
for (const page of document.querySelectorAll('.page')) {
  const fits = () => page.scrollHeight <= page.clientHeight + 1
  for (let left = [...page.querySelectorAll('.filler')]; !fits() && left.length > 0; ) left.pop().remove()
  page.dataset.fits = fits()
}
for (const moved of document.querySelectorAll('[data-shift]')) moved.style.translate = '0 ' + moved.dataset.shift + 'pt'
const truth = [...document.querySelectorAll('.sheet')].map((sheet) => {
  const { left, top, width, height } = sheet.getBoundingClientRect()
  const places = [...sheet.querySelectorAll('[data-place]')].map((element) => {
    const box = element.getClientRects()[0]
    return { kind: element.dataset.place, edge: element.dataset.edge ?? 'bottom', words: element.textContent,
      x: box.left - left, y: box.top - top, width: box.width, height: box.height }
  })
  return { fits: sheet.firstChild.dataset.fits === 'true', width, height, places }
})
if (location.hash === '#truth') document.body.textContent = JSON.stringify(truth)
`

/** Many contracts as one file: a start of the browser costs more than its pages. */
export const contractsHtml = (contracts: readonly MadeContract[]): string =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><title>Contratos</title><style>${css}${pageRules}</style>` +
  `<body>${contracts.map(sheets).join('')}<script>${script}</script>`
