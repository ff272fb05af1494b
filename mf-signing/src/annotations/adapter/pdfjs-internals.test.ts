import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asUiManager, PdfjsChanged, UI_MANAGER_METHODS } from './pdfjs-internals.ts'

const library = join(dirname(require.resolve('pdfjs-dist/package.json')), 'legacy')
const editor = readFileSync(join(library, 'build/pdf.mjs'), 'utf8')
const viewer = readFileSync(join(library, 'web/pdf_viewer.mjs'), 'utf8')

const methods = Object.fromEntries(UI_MANAGER_METHODS.map((name) => [name, () => undefined]))

test('asUiManager accepts a manager with every member that the adapter uses', () => {
  const manager = { ...methods, hasSelection: false, firstSelectedEditor: undefined }
  expect(asUiManager(manager)).toBe(manager)
})

test('asUiManager throws an error that names the missing members', () => {
  const { endCurrentEditing: _gone, ...others } = methods
  expect(() => asUiManager(others)).toThrow(new PdfjsChanged(['endCurrentEditing', 'hasSelection']))
  expect(() => asUiManager(undefined)).toThrow(PdfjsChanged)
})

const classIn = (code: string, name: string): string => {
  const start = code.indexOf(`\nclass ${name} `)
  return start < 0 ? '' : code.slice(start, code.indexOf('\nclass ', start + 1))
}

describe('the installed pdf.js', () => {
  test.each(UI_MANAGER_METHODS)('pdf.js has the manager method %s', (name) => {
    expect(classIn(editor, 'AnnotationEditorUIManager')).toMatch(new RegExp(`^ {2}(async |\\*)?${name}\\(`, 'm'))
  })

  test.each([
    'annotationeditoruimanager',
    'pagesinit',
    'annotationeditormodechanged',
    'annotationeditorparamschanged',
    'editingstateschanged',
    'pagechanging',
    'scalechanging',
    'switchannotationeditormode',
    'showannotationeditorui',
    'editingaction',
    'switchannotationeditorparams',
  ])('pdf.js has the event %s', (name) => {
    expect(`${editor}${viewer}`).toContain(`"${name}"`)
  })

  test.each([
    'altTextManager',
    'commentManager',
    'signatureManager',
    'editorUndoBar',
    'enableHighlightFloatingButton',
    'enableUpdatedAddImage',
    'enableNewAltTextWhenAddingImage',
    'viewerAlert',
    'abortSignal',
  ])('PDFViewer of pdf.js accepts the option %s', (name) => {
    expect(classIn(viewer, 'PDFViewer')).toMatch(new RegExp(`options\\.${name}|^ {6}${name}$`, 'm'))
  })

  test.each([
    ['annotation modes', 'FREETEXT: 3,'],
    ['annotation modes', 'HIGHLIGHT: 9,'],
    ['annotation modes', 'STAMP: 13,'],
    ['annotation modes', 'INK: 15,'],
    ['annotation modes', 'POPUP: 16,'],
    ['annotation modes', 'SIGNATURE: 101,'],
    ['parameters', 'CREATE: 2,'],
    ['parameters', 'FREETEXT_SIZE: 11,'],
    ['parameters', 'FREETEXT_COLOR: 12,'],
    ['parameters', 'INK_COLOR: 21,'],
    ['parameters', 'INK_THICKNESS: 22,'],
    ['parameters', 'INK_OPACITY: 23,'],
    ['parameters', 'HIGHLIGHT_COLOR: 31,'],
    ['parameters', 'HIGHLIGHT_THICKNESS: 32,'],
    ['parameters', 'HIGHLIGHT_FREE: 33,'],
    ['parameters', 'HIGHLIGHT_SHOW_ALL: 34,'],
  ])('pdf.js uses the same numbers for %s as the adapter: %s', (_what, line) => {
    expect(editor).toContain(line)
  })

  test.each([
    ['smallest size', 'static get MIN_SIZE() {\n    return 16;'],
    ['rest after keyboard moves', 'const TIME_TO_WAIT = 1000;'],
    ['delay of the tooltip', 'const DELAY_TO_SHOW_TOOLTIP = 100;'],
    ['slowness of the pinch', 'const slowDownFactor = 0.7;'],
    ['cap of an image', 'const MAX_RATIO = 0.75;'],
    ['rest after a resize', 'const TIME_TO_WAIT = 200;'],
    ['thickness of a highlight', 'static _DEFAULT_THICKNESS = 12;'],
    ['size of a text', 'static _defaultFontSize = 10;'],
    ['width of a popup', 'const DEFAULT_POPUP_WIDTH = 180;'],
    ['height of a popup', 'const DEFAULT_POPUP_HEIGHT = 100;'],
    ['rest before it reports', 'static _telemetryTimeout = 1000;'],
  ])('pdf.js has the %s of the specification', (_what, line) => {
    expect(editor).toContain(line)
  })
})
