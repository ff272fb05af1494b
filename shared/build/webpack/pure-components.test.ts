/** @jest-environment node */
import pureComponents from './pure-components.ts'

test('pureComponents marks components of the router as pure calls and changes no other call', () => {
  const source = [
    'var Link = React10.forwardRef(',
    '  function LinkWithRef() { let inner = React10.forwardRef(f); }',
    ');',
    'Link.displayName = "Link";',
    'var history = createBrowserHistory();',
  ]
  expect(pureComponents(source.join('\n')).split('\n')).toEqual([
    'var Link = /* @__PURE__ */ React10.forwardRef(',
    source[1],
    ');',
    '',
    source[4],
  ])
})
