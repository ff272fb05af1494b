import { stages } from './stages.ts'
import { add, closingLine, nothing } from './tally.ts'

let total = nothing
for (const stage of stages()) {
  console.log(`\n── ${stage.title}`)
  total = add(total, await stage.run())
  if (total.failed > 0) break
}
// The last line, and the only one in English: machines read it.
console.log(`\n${closingLine(total)}`)
process.exit(total.failed > 0 ? 1 : 0)
