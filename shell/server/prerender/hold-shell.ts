import { PICTURE_PLACE } from './first-page-picture.ts'

/** Milliseconds that a fast network needs for pdf.js. */
const HOLD_MS = 1000
/** Without bytes of the worker, it is there, or its download is stuck. */
const STALL_MS = 500
/** Milliseconds since the page began. */
const MOST_MS = 30_000
/** For document and fonts, once a slow network has brought the worker. */
const PAINT_MS = 4000

/** An element's neighbour may change: earlier scripts add to the page while it is read. */
const HELD_SHELL = 'trazo-held-shell'

/** Template content loads only after insertion. */
const RELEASE = `{
const held=document.getElementById('${HELD_SHELL}'),page=window.trazoPrerender,
release=()=>{
if(!held.isConnected)return
held.remove()
const parts=document.importNode(held.content,true)
for(const one of parts.querySelectorAll('script'))one.async=false
document.head.append(parts)
},
look=()=>{
const now=performance.now()
if(!(now-page?.arrived<${STALL_MS}&&now<${MOST_MS}))return slow?setTimeout(release,${PAINT_MS}):release()
if(!slow)page.painted.then(release,release)
slow=true
setTimeout(look,${STALL_MS})
}
let slow=false
setTimeout(look,${HOLD_MS})
Promise.resolve(page?.loaded).then(()=>slow||release(),release)
page?.pictured?.then(release)
}`

const SHELL_PARTS = /<script defer[^>]*><\/script>|<link rel="preload"[^>]*>/g

/**
 * Delays the shell until the prerender script has its files: they would
 * compete for network and CPU. The page's HTML comes before both.
 */
export const holdShell = (html: string, elements: string): { readonly html: string; readonly elements: string } => {
  if (!elements.includes('<script>')) return { html, elements }
  const parts = [...html.matchAll(SHELL_PARTS), ...elements.matchAll(SHELL_PARTS)].map(([part]) => part)
  const early = elements.replaceAll(SHELL_PARTS, '')
  const held = `${PICTURE_PLACE}${early}<template id="${HELD_SHELL}">${parts.join('')}</template><script>${RELEASE}</script></body>`
  return { html: html.replaceAll(SHELL_PARTS, '').replace('</body>', () => held), elements: '' }
}
