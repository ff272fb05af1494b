import type { FoundPlace } from '../src/places/index.ts'
import { contractsHtml } from './contracts/contract-html.ts'
import { makeContract, type PageTurn } from './contracts/layouts.ts'
import { contractOdt } from './odt/contract-odt.ts'
import type { TruePage } from './printed-contracts.ts'
import { scorePage } from './score-places.ts'

const seeds = Array.from({ length: 20 }, (_, seed) => seed)

test('a seed always makes the same contract, and two seeds never do', () => {
  const made = seeds.map((seed) => contractsHtml([makeContract(seed)]))
  expect(seeds.map((seed) => contractsHtml([makeContract(seed)]))).toEqual(made)
  expect(new Set(made).size).toBe(seeds.length)
})

/** The foot of a second page is not written: a text document has one foot. */
const withoutFoot = (page: string): string => page.replace(/<div class="foot">.*?<\/div>[^<]*<\/div>/, '')

test.each(seeds)('the text document of seed %i has the contract’s words, and a link for each place', (seed) => {
  const contract = makeContract(seed)
  const odt = contractOdt(contract)
  expect(odt.match(/xlink:href/g)?.length ?? 0).toBe(contract.pages.join('').match(/data-place/g)?.length ?? 0)
  const text = contract.pages
    .map(withoutFoot)
    .join(' ')
    .replaceAll(/<[^>]*>|&nbsp;/g, ' ')
  const written = odt.slice(odt.indexOf('<office:text>')).replaceAll(/<[^>]*>/g, ' ')
  const words = [...new Set(text.match(/\p{L}{4,}/gu))]
  expect(words.length).toBeGreaterThan(20)
  expect(words.filter((word) => !written.includes(word))).toEqual([])
})

test('both halves of the seeds have every layout', () => {
  const layouts = seeds.map((seed) => makeContract(seed).layout)
  expect(new Set(layouts.slice(0, 10)).size).toBe(10)
  expect(layouts.slice(10)).toEqual(layouts.slice(0, 10))
})

/** CSS pixels of a sheet of 300 by 400 points, as it lies in the file. */
const sheet: TruePage = {
  fits: true,
  width: 400,
  height: 533,
  places: [{ kind: 'signature', edge: 'bottom', words: '____', x: 80, y: 120, width: 160, height: 20 }],
}
const placeAt = (x: number, y: number, kind: FoundPlace['kind'] = 'signature'): FoundPlace => ({
  kind,
  source: 'line',
  rect: { x: x / 300, y: y / 400, width: 120 / 300, height: 40 / 400 },
  role: undefined,
  label: 'Firma',
  required: false,
})
const score = (places: readonly FoundPlace[], turn: PageTurn = 0) => {
  const { right, missed, wrong } = scorePage(places, { width: 300, height: 400, runs: [], strokes: [] }, sheet, turn)
  return [right, missed.length, wrong.length]
}

test.each<[string, readonly FoundPlace[], readonly number[]]>([
  ['a place on the line is right', [placeAt(60, 66)], [1, 0, 0]],
  ['a second place on the line is wrong', [placeAt(60, 66), placeAt(62, 66)], [1, 0, 1]],
  ['another kind is wrong', [placeAt(60, 66, 'date')], [0, 1, 1]],
  ['a place 20 points lower is wrong', [placeAt(60, 86)], [0, 1, 1]],
  ['a place far to the right is wrong', [placeAt(170, 66)], [0, 1, 1]],
  ['no place is a miss', [], [0, 1, 0]],
])('scorePage: %s', (_, places, expected) => {
  expect(score(places)).toEqual(expected)
})

test('the truth is turned with its page', () => {
  const upsideDown = placeAt(120, 270)
  expect(score([upsideDown], 180)).toEqual([1, 0, 0])
  expect(score([upsideDown])).toEqual([0, 1, 1])
})
