import { writeFileSync } from 'node:fs'
import { concat } from 'pdf'
import { buildOriginal } from '/work/wt/oracle/api/test/oracle/original.ts'
import { plainDesign } from '/work/wt/oracle/api/test/oracle/controls.ts'
import { createRandom } from '/work/wt/oracle/api/test/oracle/random.ts'
import { startDraft } from '/work/wt/oracle/api/test/oracle/draft.ts'
import { writeUpdate } from '/work/wt/oracle/api/test/oracle/write-update.ts'
import { TRAPS } from '/work/wt/oracle/api/test/oracle/traps.ts'
const trap = TRAPS.find(t => t.name === 'layers-through-field')!
const o = buildOriginal(plainDesign('table'))
let d = startDraft(o); trap.lay(d, createRandom(1))
const laid = concat([o, writeUpdate(d, 'plain', new Set()).tail])
d = startDraft(laid); trap.spring(d, () => {}, createRandom(1))
writeFileSync('/tmp/oracle/laid.pdf', laid)
writeFileSync('/tmp/oracle/sprung.pdf', concat([laid, writeUpdate(d, 'plain', new Set()).tail]))
