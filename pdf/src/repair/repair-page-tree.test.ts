import { openPdf } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { textPdf } from '../testing/node/index.ts'
import { readStrictly } from './read-strictly.ts'
import { repairPageTree } from './repair-page-tree.ts'
import { writeGraph } from './write-graph.ts'

const CATALOG = '<</Type /Catalog /Pages 2 0 R>>'
const page = (mark: number, entries = '/MediaBox [0 0 100 200]'): string => `<</Type /Page ${entries} /Mark ${mark}>>`

/** Values of /Mark of the repaired pages. */
const repaired = (...objects: string[]): { marks: unknown[]; boxes: unknown[] } => {
  const bytes = writeGraph(repairPageTree(readStrictly(textPdf([CATALOG, ...objects]))), '1.7')
  const pages = openPdf(bytes, { inflate: inflateWithNode }).pages()
  return {
    marks: pages.map(({ dict }) => dict.entries.get('Mark')),
    boxes: pages.map((each) => each.view().cropBox),
  }
}

test.each<[string, string[], number[]]>([
  ['a tree that is fine', ['<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>', page(1), page(2)], [1, 2]],
  ['nodes without a type', ['<</Kids [3 0 R] /Count 1>>', '<</MediaBox [0 0 9 9] /Mark 1>>'], [1]],
  ['a page that says it is a list', ['<</Kids [3 0 R]>>', '<</Type /Page /Kids [4 0 R]>>', page(2)], [2]],
  ['a page that is no indirect object', [`<</Kids [3 0 R ${page(2)}] /Count 2>>`, page(1)], [1, 2]],
  ['a page that occurs twice', ['<</Kids [3 0 R 4 0 R 3 0 R] /Count 3>>', page(1), page(2)], [1, 2, 1]],
  ['a list that occurs twice', ['<</Kids [3 0 R 3 0 R]>>', '<</Kids [4 0 R]>>', page(1)], [1, 1]],
  ['a tree that contains itself', ['<</Kids [3 0 R 2 0 R] /Count 1>>', page(1)], [1]],
  ['a branch that contains itself', ['<</Kids [3 0 R 4 0 R]>>', page(1), '<</Kids [4 0 R 5 0 R]>>', page(2)], [1, 2]],
  ['a list of no pages', ['<</Kids [3 0 R 4 0 R]>>', page(1), '<</Type /Pages /Count 0>>'], [1]],
])('the repair keeps the pages of %s', (_, objects, marks) => {
  expect(repaired(...objects).marks).toEqual(marks)
})

test('a page without a valid size gets the US Letter size', () => {
  const letter = { x0: 0, y0: 0, x1: 612, y1: 792 }
  expect(repaired('<</Kids [3 0 R 4 0 R]>>', page(1, ''), page(2, '/MediaBox [0 0 0 0]')).boxes).toEqual([
    letter,
    letter,
  ])
})

test('a page inherits its size through a repaired node', () => {
  const tree = '<</Kids [<</Type /Pages /MediaBox [0 0 30 40] /Kids [3 0 R]>>]>>'
  expect(repaired(tree, page(1, '')).boxes).toEqual([{ x0: 0, y0: 0, x1: 30, y1: 40 }])
})

test.each([
  ['a page that is not there', ['<</Kids [3 0 R 9 0 R]>>', page(1)], 'a page is missing'],
  ['other pages than the tree says', ['<</Kids [3 0 R] /Count 3>>', page(1)], 'pages are missing, or too many'],
  ['a loop that some viewers count', ['<</Kids [3 0 R 2 0 R] /Count 2>>', page(1)], 'pages are missing, or too many'],
  ['no pages', ['<</Kids [] /Count 0>>'], 'there are no pages'],
  ['no tree', ['(pages)'], 'a page is missing'],
])('the repair refuses %s', (_, objects, message) => {
  expect(() => repaired(...objects)).toThrow(message)
})

test('the repair refuses nested lists that multiply into too many pages', () => {
  const lists = Array.from({ length: 30 }, (_, index) => `<</Kids [${`${index + 3} 0 R `.repeat(2)}]>>`)
  expect(() => repaired(...lists, page(1))).toThrow('the page tree is too large')
})
